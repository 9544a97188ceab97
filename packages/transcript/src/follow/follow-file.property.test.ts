import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeLines } from '@antiphon/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Collector, collectItems } from '../../test/collect-items.ts'
import { toStoredItem } from '../store/to-stored-item.ts'
import type { FollowItem } from '../store/transcript-store.ts'
import { followFile } from './follow-file.ts'

let folder = ''
let runs = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-follow-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Something that happens to a file. A share is of the file's length. */
type Operation =
  | { readonly kind: 'append'; readonly lines: number }
  | { readonly kind: 'begin-line' }
  | { readonly kind: 'close-line' }
  | { readonly kind: 'end-file' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'truncate'; readonly share: number }
  | { readonly kind: 'replace'; readonly lines: number }

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('append' as const), lines: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('begin-line' as const, 'close-line' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end-file' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pause' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('truncate' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), lines: fc.integer({ min: 0, max: 3 }) }),
  },
)
const script = fc.array(operation, { minLength: 1, maxLength: 25 })

/** A file under the operations. Its lines differ from each other, so that none can be taken for another. */
function createFile(path: string) {
  let count = 0
  const newLine = (): string => `${JSON.stringify({ n: ++count, pad: 'é'.repeat((count * 37) % 90) })}\n`
  const newLines = (lines: number): string => Array.from({ length: lines }, newLine).join('')
  rmSync(path, { force: true })
  return {
    content: (): Buffer => {
      try {
        return readFileSync(path)
      } catch {
        return Buffer.alloc(0)
      }
    },
    append: (lines: number) => appendFileSync(path, newLines(lines)),
    beginLine: () => {
      const line = Buffer.from(newLine())
      appendFileSync(path, line.subarray(0, 1 + ((count * 13) % (line.length - 1))))
    },
    closeLine: () => appendFileSync(path, '\n'),
    truncate: (length: number) => truncateSync(path, length),
    replace: (lines: number) => {
      writeFileSync(`${path}.new`, newLines(lines))
      renameSync(`${path}.new`, path)
    },
    delete: () => rmSync(path, { force: true }),
  }
}

/** What a reader is to give of a content: nothing of a line without newline. */
function itemsOf(content: Buffer): readonly FollowItem[] {
  return decodeLines(content.subarray(0, lineEndOf(content))).flatMap(line => toStoredItem(line) ?? [])
}

function lineEndOf(content: Buffer): number {
  return content.lastIndexOf('\n') + 1
}

function withoutMarks(items: readonly FollowItem[]): readonly FollowItem[] {
  return items.filter(item => item.kind !== 'caught-up')
}

async function withFollower(
  run: (path: string, follower: Collector<FollowItem>) => Promise<void>,
): Promise<void> {
  // A file of its own: a run that was cut short may still be writing to the one before.
  const path = join(folder, `session-${runs++}.jsonl`)
  const stop = new AbortController()
  const follower = collectItems(followFile(path, { signal: stop.signal, safetyPollMs: 100 }), 5000)
  try {
    await follower.until(items => items.length > 0)
    await run(path, follower)
  } finally {
    stop.abort()
    await follower.ended
  }
}

/** Waits until as much came as is expected, then compares. */
async function expectItems(follower: Collector<FollowItem>, expected: readonly FollowItem[]): Promise<void> {
  await follower.until(items => withoutMarks(items).length >= expected.length)
  expect(withoutMarks(follower.items)).toEqual(expected)
}

describe('followFile, whatever happens to the file', () => {
  it('gives what a model says, step by step', async () => {
    const property = fc.asyncProperty(script, operations =>
      withFollower(async (path, follower) => {
        const file = createFile(path)
        let before: readonly FollowItem[] = []
        const expected = (): readonly FollowItem[] => [...before, ...itemsOf(file.content())]
        const resetBy = async (
          reason: 'truncated' | 'replaced' | 'deleted',
          act: () => void,
        ): Promise<void> => {
          // The follower must have the file before it can miss it.
          file.append(1)
          await expectItems(follower, expected())
          before = [...expected(), { kind: 'reset', reason }]
          act()
          await expectItems(follower, expected())
        }
        for (const step of operations) {
          if (step.kind === 'append') file.append(step.lines)
          else if (step.kind === 'begin-line') file.beginLine()
          else if (step.kind === 'close-line') file.closeLine()
          else if (step.kind === 'pause') await expectItems(follower, expected())
          else if (step.kind === 'replace') await resetBy('replaced', () => file.replace(step.lines))
          else if (step.kind === 'end-file') await resetBy('deleted', () => file.delete())
          else
            await resetBy('truncated', () =>
              file.truncate(Math.floor(step.share * (lineEndOf(file.content()) - 1))),
            )
        }
        await expectItems(follower, expected())
      }),
    )
    await fc.assert(property, { numRuns: 60 })
  })

  it('gives no line twice and misses none of what is there in the end, however fast it happens', async () => {
    const property = fc.asyncProperty(script, operations =>
      withFollower(async (path, follower) => {
        const file = createFile(path)
        const versions: (readonly FollowItem[])[] = []
        const endVersion = (): void => void versions.push(itemsOf(file.content()))
        for (const step of operations) {
          if (step.kind === 'append') file.append(step.lines)
          else if (step.kind === 'begin-line') file.beginLine()
          else if (step.kind === 'close-line') file.closeLine()
          else if (step.kind === 'pause') await sleep(3)
          else {
            endVersion()
            if (step.kind === 'replace') file.replace(step.lines)
            else if (step.kind === 'end-file') file.delete()
            else if (file.content().length > 0) file.truncate(Math.floor(step.share * file.content().length))
          }
        }
        file.append(1)
        endVersion()
        const last = versions.at(-1)?.at(-1)
        await follower.until(items => JSON.stringify(withoutMarks(items).at(-1)) === JSON.stringify(last))
        const stretches = splitAtResets(withoutMarks(follower.items))
        expect(stretches.at(-1)).toEqual(versions.at(-1))
        for (const stretch of stretches)
          expect(versions.map(version => version.slice(0, stretch.length))).toContainEqual(stretch)
      }),
    )
    await fc.assert(property, { numRuns: 150 })
  })
})

function splitAtResets(items: readonly FollowItem[]): readonly (readonly FollowItem[])[] {
  const stretches: FollowItem[][] = [[]]
  for (const item of items) {
    if (item.kind === 'reset') stretches.push([])
    else stretches.at(-1)?.push(item)
  }
  return stretches
}
