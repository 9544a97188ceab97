import { statSync } from 'node:fs'
import { join } from 'node:path'
import { EMPTY_MANIFEST } from './manifest.ts'
import { MANIFEST_NAME, type ReadManifest, readManifest } from './read-manifest.ts'

/** Reads the manifest of a folder, and again only when it was replaced. */
export interface ManifestReader {
  read(): ReadManifest
  readonly nothing: ReadManifest
}

export function createManifestReader(folder: string | null): ManifestReader {
  const nothing: ReadManifest = { kind: 'none', manifest: EMPTY_MANIFEST }
  let known: { readonly stamp: string; readonly read: ReadManifest } | undefined
  return {
    nothing,
    read() {
      if (folder === null) return nothing
      const stamp = stampOf(join(folder, MANIFEST_NAME))
      if (stamp === undefined) return readManifest(folder)
      if (known?.stamp !== stamp) known = { stamp, read: readManifest(folder) }
      return known.read
    },
  }
}

function stampOf(path: string): string | undefined {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true })
    return `${ino}:${size}:${mtimeNs}`
  } catch {
    return undefined
  }
}
