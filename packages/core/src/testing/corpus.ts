import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { FIXTURES, WHOLE_CORPUS } from './corpus-folders.ts'

/** What `npm run corpus` wrote down of a real session; the same of the short file and of the whole one. */
export type CorpusFacts = {
  readonly name: string
  /** Other programs' formats, which are no sessions of Claude Code. */
  readonly isForeign: boolean
  readonly lines: number
  /** Lines that are not one JSON value. */
  readonly unparsable: number
  readonly versions: readonly string[]
  /** Every kind of defect that the doctor finds in it. */
  readonly defects: readonly string[]
  /** Of the short file, unzipped. */
  readonly sha256: string
}

/** What is known of the sessions in fixtures. */
export const CORPUS_FACTS: readonly CorpusFacts[] = JSON.parse(
  readFileSync(new URL('manifest.json', FIXTURES), 'utf8'),
)

/** Whether texts are as long as they were; `CORPUS=fixtures` says no. */
export const IS_CORPUS_WHOLE: boolean = process.env.CORPUS !== 'fixtures' && existsSync(WHOLE_CORPUS)

/** The file names of all real sessions: those of fixtures, and what only the whole corpus has. */
export const CORPUS: readonly string[] = [
  ...new Set([
    ...CORPUS_FACTS.map(({ name }) => name),
    ...(IS_CORPUS_WHOLE ? readdirSync(WHOLE_CORPUS).filter(name => name.endsWith('.jsonl.gz')) : []),
  ]),
].toSorted()

const FOREIGN = new Set(CORPUS_FACTS.flatMap(({ name, isForeign }) => (isForeign ? [name] : [])))

/** True for a file that is no session of Claude Code. */
export function isForeignToCorpus(name: string): boolean {
  return FOREIGN.has(name)
}

/** Where a session lies: whole where that is there, else with its long texts cut. */
export function corpusPath(name: string): string {
  const whole = new URL(name, WHOLE_CORPUS)
  return fileURLToPath(IS_CORPUS_WHOLE && existsSync(whole) ? whole : new URL(name, FIXTURES))
}

/** The bytes of a session, unzipped. */
export function readCorpus(name: string): Buffer {
  return gunzipSync(readFileSync(corpusPath(name)))
}

/** The same as the fixtures have it, also where it is whole elsewhere. */
export function readFixture(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(name, FIXTURES)))
}
