import { closeSync, openSync, readSync } from 'node:fs'
import type { JsonObject } from '@antiphon/contract'
import { decodeLines } from '@antiphon/core'
import { createUnpacker, isPacked } from './packed.ts'

/** The first objects of a file, as far as some bytes of it reach; none where it cannot be read. */
export function readHeadLines(path: string, most: number = HEAD_BYTES): readonly JsonObject[] {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'r')
    const head = isPacked(path) ? unpackHead(descriptor, most) : readHead(descriptor, most)
    return decodeLines(head).flatMap(line => (line.kind === 'entry' ? [line.entry as JsonObject] : []))
  } catch {
    return []
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function readHead(descriptor: number, most: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(most)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, most, 0))
}

function unpackHead(descriptor: number, most: number): Uint8Array {
  const unpacker = createUnpacker()
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  const pieces: Uint8Array[] = []
  for (let length = 0; length < most; ) {
    const read = readSync(descriptor, piece, 0, piece.length, null)
    const unpacked = unpacker.push(piece.subarray(0, read), read === 0)
    pieces.push(...unpacked)
    length += unpacked.reduce((sum, one) => sum + one.length, 0)
    if (read === 0) break
  }
  return Buffer.concat(pieces).subarray(0, most)
}

// Instructions of the program may make the first line long.
const HEAD_BYTES = 512 * 1024
const PIECE_BYTES = 64 * 1024
