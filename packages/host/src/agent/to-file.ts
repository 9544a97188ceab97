import { type SessionKey, toLogPath } from '@antiphon/transcript'

/** The file of a log; empty where the store has no files. */
export function toFile(root: string | null, key: SessionKey): string {
  return root === null ? '' : toLogPath(root, key)
}
