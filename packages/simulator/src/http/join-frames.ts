import type { Frame } from '../faults/disturb-frames.ts'

/** The frames put together to pieces of at most 16 KB where one frame is no more, since a write costs more than its bytes. */
export function* joinFrames(frames: Iterable<Frame>): Generator<Frame, void, undefined> {
  let held: Frame[] = []
  let size = 0
  for (const frame of frames) {
    if (size > 0 && size + frame.length > PIECE_UNITS) {
      yield join(held)
      held = []
      size = 0
    }
    held.push(frame)
    size += frame.length
  }
  if (size > 0) yield join(held)
}

const PIECE_UNITS = 16 * 1024

function join(frames: readonly Frame[]): Frame {
  // One encoder made them all, so they are all text or all bytes.
  return typeof frames[0] === 'string'
    ? frames.join('')
    : Buffer.concat(frames.map(frame => (typeof frame === 'string' ? Buffer.from(frame) : frame)))
}
