import { closeSync } from 'node:fs'
import { openForReading, readFully } from '../read-lines.ts'
import { isVanished } from '../sources/is-vanished.ts'

/** A few files that stay open while a search reads lines here and there. */
export interface OpenFiles {
  /** Bytes of a file; fewer or none where it is shorter or gone. */
  read(path: string, start: number, length: number): Buffer
  close(): void
}

export function createOpenFiles(): OpenFiles {
  const descriptors = new Map<string, number>()

  function open(path: string): number {
    const known = descriptors.get(path)
    if (known !== undefined) return known
    const [oldest] = descriptors
    if (oldest && descriptors.size >= MAX_OPEN) {
      closeSync(oldest[1])
      descriptors.delete(oldest[0])
    }
    const descriptor = openForReading(path)
    descriptors.set(path, descriptor)
    return descriptor
  }

  return {
    read(path, start, length) {
      try {
        return readFully(open(path), start, length)
      } catch (error) {
        if (!isVanished(error)) throw error
        return Buffer.alloc(0)
      }
    },
    close() {
      for (const descriptor of descriptors.values()) closeSync(descriptor)
      descriptors.clear()
    },
  }
}

const MAX_OPEN = 32
