import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { EMPTY_MANIFEST, type Manifest } from './manifest.ts'

/** `none`: there is no index yet. `damaged` and `other-version`: what is there is of no use and is made anew. */
export type ReadManifest =
  | { readonly kind: 'read'; readonly manifest: Manifest }
  | {
      readonly kind: 'none' | 'damaged' | 'other-version' | 'unreadable'
      readonly manifest: Manifest
      readonly reason?: string
    }

export const MANIFEST_NAME = 'manifest.json'
/** Changes whenever the meaning of the files or of the words in them does. */
const INDEX_VERSION = 2

/** The manifest of a folder; an empty one where there is none that can be used. */
export function readManifest(folder: string): ReadManifest {
  const nothing = { manifest: EMPTY_MANIFEST }
  let text: string
  try {
    text = readFileSync(join(folder, MANIFEST_NAME), 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'none', ...nothing }
    return { kind: 'unreadable', reason: code, ...nothing }
  }
  const line = text.indexOf('\n')
  const [mark, version, checksum] = text.slice(0, line).split(' ')
  const body = text.slice(line + 1)
  if (mark !== HEADER_MARK) return { kind: 'damaged', ...nothing }
  if (version !== String(INDEX_VERSION)) return { kind: 'other-version', ...nothing }
  if (checksum !== String(crc32(body))) return { kind: 'damaged', ...nothing }
  // The checksum is right: it is what `writeManifest` wrote.
  return { kind: 'read', manifest: JSON.parse(body) as Manifest }
}

/** The text of a manifest's file, of the manifest as JSON. */
export function encodeManifest(body: string): string {
  return `${HEADER_MARK} ${INDEX_VERSION} ${crc32(body)}\n${body}`
}

const HEADER_MARK = 'antiphon-search-index'
