/** A game's view, field by field, with what is missing as nothing. */

import type { Json, View } from '../lib/wire';

export function text(view: View, field: string): string | null {
  const value = view[field];
  return typeof value === 'string' ? value : null;
}

export function number(view: View, field: string): number {
  const value = view[field];
  return typeof value === 'number' ? value : 0;
}

export function flag(view: View, field: string): boolean {
  return view[field] === true;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function textsIn(value: Json | undefined): string[] {
  return isList(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function texts(view: View, field: string): string[] {
  return textsIn(view[field]);
}

export function numbers(view: View, field: string): number[] {
  const value = view[field];
  return isList(value) ? value.filter((item) => typeof item === 'number') : [];
}

/** Of a field with a row for each seat: the row of this one. */
function rowOf(view: View, field: string, seat: string): Json | undefined {
  const value = view[field];
  return isList(value) ? value[seatNumber(seat)] : undefined;
}

export function textsOf(view: View, field: string, seat: string): string[] {
  return textsIn(rowOf(view, field, seat));
}

/** Four places, null for an empty one. */
export function placesOf(view: View, field: string, seat: string): (string | null)[] {
  const row = rowOf(view, field, seat);
  return isList(row) ? row.map((item) => (typeof item === 'string' ? item : null)) : [];
}

export function flagsOf(view: View, field: string, seat: string): boolean[] {
  const row = rowOf(view, field, seat);
  return isList(row) ? row.map((item) => item === true) : [];
}

export function numberOf(view: View, field: string, seat: string): number {
  const value = rowOf(view, field, seat);
  return typeof value === 'number' ? value : 0;
}

export function seatNumber(seat: string): number {
  return seat.charCodeAt(0) - 65;
}

export function seatLetter(place: number): string {
  return String.fromCharCode(65 + place);
}
