import assert from 'node:assert/strict'
import { isAscii, transcode } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  createReadStream,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { decodeLines } from '@antiphon/core'
import { type ByteText, scanMessages } from '@antiphon/core/log'
import { CORPUS, IS_CORPUS_WHOLE, readCorpus } from '@antiphon/core/testing/corpus'
import { printRow } from './bench-row.ts'

const ROUNDS = 12
// The sides take turns, since a shared machine is not equally busy all the time.
const TURNS = 3
const TARGET = 4.5

/** The words of an entry: what a list, a search or a preview shows. */
function collectTexts({ type, content }: { type?: unknown; content?: unknown }, texts: string[]): void {
  if (type !== 'user' && type !== 'assistant') return
  if (typeof content === 'string') texts.push(content)
  for (const block of Array.isArray(content) ? content : []) {
    if (typeof block !== 'object' || block === null) continue
    if (typeof block.text === 'string') texts.push(block.text)
    if (typeof block.thinking === 'string') texts.push(block.thinking)
    if (block.type === 'tool_result') collectTexts({ type, content: block.content }, texts)
  }
}

async function readTheirs(file: string): Promise<string[]> {
  const texts: string[] = []
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    try {
      const entry = JSON.parse(line)
      collectTexts({ type: entry?.type, content: (entry?.message ?? entry)?.content }, texts)
    } catch {
      // A line that is no JSON costs that line.
    }
  }
  return texts
}

function readOurs(file: string): string[] {
  const texts: string[] = []
  for (const message of scanMessages(readInto(file), NODE_BYTE_TEXT)) collectTexts(message, texts)
  return texts
}

const NODE_BYTE_TEXT: ByteText = {
  decodeLatin1: (bytes, start, end) => asBuffer(bytes).latin1Slice(start, end),
  decodeUtf8: (bytes, start, end) => {
    try {
      return transcode(bytes.subarray(start, end), 'utf8', 'ucs2').toString('ucs2')
    } catch {
      // Three times as slow, but it takes bytes that are no UTF-8.
      return asBuffer(bytes).utf8Slice(start, end)
    }
  },
  isAscii: (bytes, start, end) => isAscii(bytes.subarray(start, end)),
  indexOf: (bytes, needle, start, end) => {
    const index = asBuffer(bytes).subarray(start, end).indexOf(needle)
    return index === -1 ? -1 : start + index
  },
}

// @types/node leaves the slices out; every Buffer has them.
type NodeBuffer = Buffer & Record<'latin1Slice' | 'utf8Slice', (start: number, end: number) => string>

function asBuffer(bytes: Uint8Array): NodeBuffer {
  return bytes as NodeBuffer
}

let pool = Buffer.allocUnsafeSlow(1 << 20)

/** One buffer for all files, as a reader of many sessions has. */
function readInto(file: string): Buffer {
  const descriptor = openSync(file, 'r')
  const { size } = fstatSync(descriptor)
  if (size > pool.length) pool = Buffer.allocUnsafeSlow(2 * size)
  assert.equal(readSync(descriptor, pool, 0, size, 0), size, `${file} could not be read in one go`)
  closeSync(descriptor)
  return pool.subarray(0, size)
}

/** What `JSON.parse` makes of every line; of lines that it refuses, what the codec finds in them. */
function readExpected(file: string): string[] {
  const texts: string[] = []
  for (const line of decodeLines(readFileSync(file))) {
    if (line.kind !== 'entry') continue
    const entry = JSON.parse(Buffer.from(line.raw).toString('utf8'))
    collectTexts({ type: entry.type, content: (entry.message ?? entry).content }, texts)
  }
  return texts
}

function writeFiles(directory: string): void {
  for (const name of CORPUS) writeFileSync(join(directory, name.slice(0, -'.gz'.length)), readCorpus(name))
}

/** The best time of a few rounds over all files, in this process. */
async function measure(side: string, files: readonly string[]): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    for (const file of files) {
      if (side === 'ours') readOurs(file)
      else await readTheirs(file)
    }
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** Measures in a process of its own, so that neither side reads with the heap that the other left behind. */
function measureApart(side: string, directory: string): number {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), side, directory]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

function listFiles(directory: string): readonly string[] {
  return readdirSync(directory).map(name => join(directory, name))
}

function compare(directory: string): void {
  writeFiles(directory)
  for (const file of listFiles(directory)) {
    assert.ok(isDeepStrictEqual(readOurs(file), readExpected(file)), `other text in ${file}`)
  }
  let [ours, theirs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let turn = 0; turn < TURNS; turn++) {
    theirs = Math.min(theirs, measureApart('theirs', directory))
    ours = Math.min(ours, measureApart('ours', directory))
  }
  const ratio = theirs / ours
  printRow({
    name: 'parse what a view needs, readline + JSON.parse',
    value: `${ratio.toFixed(2)} × (${ours.toFixed(0)} ms, theirs ${theirs.toFixed(0)} ms)`,
    target: IS_CORPUS_WHOLE ? `≥ ${TARGET} ×` : `≥ ${TARGET} × with texts that were not cut`,
    pass: ratio >= TARGET || !IS_CORPUS_WHOLE,
  })
}

const [, , side, measured] = process.argv
if (side !== undefined && measured !== undefined) {
  process.stdout.write(String(await measure(side, listFiles(measured))))
} else {
  const directory = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
  try {
    compare(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
