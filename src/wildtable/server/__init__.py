"""Tables on the network: HTTP and WebSockets in front, a record of numbered entries behind."""
