/** How the person at the table likes it. */
export interface TableSettings {
  sort: 'color' | 'value' | 'dealt'; // `dealt`: as the person has laid the cards
  reducedMotion: boolean;
  cardSize: 'small' | 'medium' | 'large';
  sound: boolean;
}
