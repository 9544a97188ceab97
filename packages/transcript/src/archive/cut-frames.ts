import { crc32 } from 'node:zlib'

/** The least that a frame holds before a line of it may end it. */
export const LEAST_FRAME: number = 768 * 1024
/** A frame that no line ended is ended here. */
export const MOST_FRAME: number = 2 * 1024 * 1024
/** One line of so many ends a frame. */
const LINES_A_CUT = 64
const NEWLINE = 0x0a

/**
 * Where the first frame of some bytes ends; 0 where more bytes have to be seen to tell. It depends on the bytes before it
 * alone, so that logs which begin in the same way share frames, and on the lines around it, so that a log which was
 * changed somewhere has the same frames again behind that place.
 */
export function findCut(bytes: Buffer): number {
  let line = bytes.indexOf(NEWLINE, LEAST_FRAME - 1) + 1
  if (line === 0) return bytes.length < MOST_FRAME ? 0 : MOST_FRAME
  while (line < MOST_FRAME) {
    const end = bytes.indexOf(NEWLINE, line) + 1
    if (end === 0 || end > MOST_FRAME) break
    if (crc32(bytes.subarray(line, end)) % LINES_A_CUT === 0) return end
    line = end
  }
  if (bytes.length < MOST_FRAME) return 0
  return Math.min(line, MOST_FRAME)
}

/** Takes bytes of one file after the other and gives the frames that they make. */
export interface FrameCutter {
  push(bytes: Buffer): readonly Buffer[]
  /** The next file begins. What is worth a frame of its own ends here, so that a log that grows changes no frame of others. */
  endFile(): readonly Buffer[]
  /** What is left. */
  end(): readonly Buffer[]
}

export function createFrameCutter(): FrameCutter {
  let pending: Buffer = Buffer.alloc(0)
  function flush(): readonly Buffer[] {
    const last = pending
    pending = Buffer.alloc(0)
    return last.length > 0 ? [last] : []
  }
  return {
    push(bytes) {
      const frames: Buffer[] = []
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
      for (let cut = findCut(pending); cut > 0; cut = findCut(pending)) {
        frames.push(pending.subarray(0, cut))
        pending = pending.subarray(cut)
      }
      return frames
    },
    endFile: () => (pending.length >= WORTH_A_FRAME ? flush() : []),
    end: flush,
  }
}

/** Below it, files are kept together: a thousand small ones would be a thousand frames that hardly compress. */
const WORTH_A_FRAME = 64 * 1024
