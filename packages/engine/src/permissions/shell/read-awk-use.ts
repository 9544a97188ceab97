import { isUnknownWord } from './expand-words.ts'

/** What `awk` does beside printing; null where an option or the program is not understood. */
type AwkUse = { readonly writes: readonly string[] }

/** Reads the words behind `awk`: only a program that stands there whole is understood. */
export function readAwkUse(words: readonly string[]): AwkUse | null {
  let index = 0
  for (; index < words.length; index++) {
    const word = words[index] ?? ''
    if (isUnknownWord(word)) return null
    if (word === '--') {
      index++
      break
    }
    if (!word.startsWith('-') || word === '-') break
    if (/^-[Fv]$/.test(word)) {
      index++
      if (isUnknownWord(words[index] ?? '')) return null
    } else if (!/^-[Fv]./s.test(word)) return null
  }
  const program = words[index] ?? ''
  return isUnknownWord(program) ? null : readAwkProgram(program)
}

/** Where a text or a pattern ends in awk depends on what stands before it: so whatever could run a program, in a text or not, is not understood. */
function readAwkProgram(source: string): AwkUse | null {
  const program = source.replaceAll(/\\\r?\n/g, '')
  if (program.length > LONGEST_PROGRAM || RUNNING.test(program)) return null
  const writes: string[] = []
  const printing = program.search(/print/)
  for (const { index } of program.matchAll(/>(?!=)/g)) {
    // Before anything is printed it compares.
    if (printing === -1 || index < printing || program[index + 1] === '>') continue
    const file = /^\s*"(?<file>[^"\\\n]*)"\s*(?:$|[;}\n])/.exec(program.slice(index + 1))?.groups?.file
    if (file === undefined) return null
    writes.push(file)
  }
  return { writes }
}

const RUNNING = /system|@|`|(?<!\|)\|(?!\|)/
const LONGEST_PROGRAM = 10_000

/** Whether a program of awk among the words reads its files and nothing else; `>` may write. */
export function isPlainAwk(words: readonly string[], { mayWrite }: { readonly mayWrite: boolean }): boolean {
  const use = readAwkUse(words)
  if (use === null || words.some(word => AWK_READS.test(word))) return false
  return mayWrite || (use.writes.length === 0 && !words.some(word => word.includes('>')))
}

const AWK_READS = /getline|ARGV|ARGC|@|\bsystem\b|(?<!\|)\|(?!\|)|ENVIRON|FILENAME\s*=/
