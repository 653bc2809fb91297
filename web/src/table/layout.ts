/** Where chairs stand: round an oval, clockwise from the chair at the bottom, as far from each other as can be. */

export interface Spot {
  x: number; // the middle of the chair, in pixels from the left
  y: number;
}

export interface Room {
  width: number;
  height: number;
  chairWidth: number;
  chairHeight: number;
}

const SAMPLES = 240;
const NARROW = 620; // pixels: a phone held upright, where the oval is nearly a rectangle

/** Exponent of the superellipse: 2 is an ellipse, more is nearer to a rectangle. */
function roundness(room: Room): number {
  return room.width < NARROW ? 5.5 : 2.8;
}

/**
 * The spots for `count` chairs beside the one at the bottom, clockwise as seen from above: the first one is on the left.
 * The path leaves out the bottom, where one's own chair and hand are.
 */
export function spotsRound(count: number, room: Room): Spot[] {
  const a = Math.max(0, (room.width - room.chairWidth) / 2);
  const b = Math.max(0, (room.height - room.chairHeight) / 2);
  const exponent = 2 / roundness(room);
  // Few players sit opposite and at the sides; only many use the corners next to one's own chair.
  const narrow = room.width < NARROW;
  const reach = count <= 3 ? (narrow ? 62 : 88) : count <= 5 ? (narrow ? 88 : 102) : 118;
  const points: Spot[] = [];
  const lengths = [0];
  for (let step = 0; step <= SAMPLES; step++) {
    // 0 is up; from the left bottom over the top to the right bottom.
    const angle = ((-reach + (2 * reach * step) / SAMPLES) * Math.PI) / 180;
    const sin = Math.sin(angle);
    const cos = Math.cos(angle);
    const point = {
      x: room.width / 2 + a * Math.sign(sin) * Math.abs(sin) ** exponent,
      y: room.height / 2 - b * Math.sign(cos) * Math.abs(cos) ** exponent,
    };
    const before = points.at(-1);
    points.push(point);
    if (before !== undefined) {
      // What counts as far is the size of a chair: they are wider than they are high.
      const dx = (point.x - before.x) / Math.max(1, room.chairWidth);
      const dy = (point.y - before.y) / Math.max(1, room.chairHeight);
      lengths.push((lengths.at(-1) ?? 0) + Math.hypot(dx, dy));
    }
  }
  const whole = lengths.at(-1) ?? 0;
  return Array.from({ length: count }, (_, place) => {
    const length = count === 1 ? whole / 2 : (place / (count - 1)) * whole;
    return pointAt(points, lengths, length);
  });
}

/** The point so far along the path: between two samples, for near the corners they lie far apart. */
function pointAt(points: readonly Spot[], lengths: readonly number[], length: number): Spot {
  const after = Math.max(
    1,
    lengths.findIndex((one) => one >= length - 1e-9),
  );
  const [one, other] = [points[after - 1], points[after]];
  const [start, end] = [lengths[after - 1] ?? 0, lengths[after] ?? 0];
  if (one === undefined || other === undefined) return { x: 0, y: 0 };
  const part = end > start ? (length - start) / (end - start) : 0;
  return { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part };
}

/** The seats clockwise from the one at the bottom, which comes first. */
export function fromBottom(seating: readonly string[], bottom: string): string[] {
  const start = Math.max(0, seating.indexOf(bottom));
  return [...seating.slice(start), ...seating.slice(0, start)];
}
