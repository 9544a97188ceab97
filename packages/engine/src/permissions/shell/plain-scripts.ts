import { readAwkUse } from './read-awk-use.ts'
import { readSedUse } from './read-sed-use.ts'

/** Whether what `sed` is told by these words reads, writes and runs nothing but the files that follow, in place or not. */
export function isPlainSed(words: readonly string[]): boolean {
  const use = readSedUse(words)
  return use !== null && !use.runs && use.reads.length === 0 && use.writes.length === 0
}

/** Whether a program of awk among the words reads its files and nothing else; `>` may write. */
export function isPlainAwk(words: readonly string[], { mayWrite }: { readonly mayWrite: boolean }): boolean {
  const use = readAwkUse(words)
  if (use === null || words.some(word => AWK_READS.test(word))) return false
  return mayWrite || (use.writes.length === 0 && !words.some(word => word.includes('>')))
}

const AWK_READS = /getline|ARGV|ARGC|@|\bsystem\b|(?<!\|)\|(?!\|)|ENVIRON|FILENAME\s*=/
