import { closeSync, openSync, readSync } from 'node:fs'
import type { JsonObject } from '@antiphon/contract'
import { decodeLines } from '@antiphon/core'

/** The first objects of a file, as far as some bytes of it reach; none where it cannot be read. */
export function readHeadLines(path: string, most: number = HEAD_BYTES): readonly JsonObject[] {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'r')
    const bytes = Buffer.allocUnsafe(most)
    const length = readSync(descriptor, bytes, 0, most, 0)
    return decodeLines(bytes.subarray(0, length)).flatMap(line =>
      line.kind === 'entry' ? [line.entry as JsonObject] : [],
    )
  } catch {
    return []
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

// Instructions of the program may make the first line long.
const HEAD_BYTES = 512 * 1024
