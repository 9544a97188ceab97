import { createSessionTree, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileClaims } from './file-claims.ts'
import { type FileOutcome, knowFile } from './know-file.ts'
import { readBeside, startUsageThread } from './read-beside.ts'
import { createLineMemory } from './read-lines.ts'
import { answerLine, toText } from './testing/usage-lines.ts'
import type { ReadOutcome } from './usage-thread-message.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => tree.remove())

function withoutReadTime(outcome: FileOutcome): unknown {
  if (outcome.kind !== 'known') return outcome
  return { ...outcome, file: { ...outcome.file, state: { ...outcome.file.state, readAt: 0 } } }
}

describe('readBeside', () => {
  it('makes of every file in a thread what is made of it here', async () => {
    const paths = [
      tree.write('-p/s0.jsonl', [answerLine({ id: 'a' }), answerLine({ id: 'ü', model: '字' })]),
      tree.write('-p/s1.jsonl', `${toText([answerLine({ id: 'a' })])}{"usage":{\n`),
      tree.write('-p/s2.jsonl', ''),
      `${tree.root}/gone.jsonl`,
      tree.root,
    ]
    const told: ReadOutcome[] = []
    const claims = createFileClaims(paths.length)
    const thread = readBeside({
      start: startUsageThread,
      data: { paths, hasTools: true, claims: claims.memory },
      onOutcome: outcome => void told.push(outcome),
    })
    await thread.isOver
    thread.end()
    expect(claims.take()).toBeUndefined()
    expect(told.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4])
    for (const { place, outcome, bytes } of told) {
      let count = 0
      const here = await knowFile(paths[place] ?? '', {
        known: undefined,
        hasTools: true,
        memory: createLineMemory(),
        signal: undefined,
        onBytes: more => {
          count += more
        },
      })
      expect([withoutReadTime(outcome), bytes]).toEqual([withoutReadTime(here), count])
    }
  })

  it('is over at once where no thread can be had, and when it is stopped before it begins', async () => {
    const data = { paths: [], hasTools: false, claims: createFileClaims(0).memory }
    const onOutcome = (): void => {}
    const start = (): never => {
      throw new Error('no more threads')
    }
    await readBeside({ start, data, onOutcome }).isOver
    const thread = readBeside({ start: startUsageThread, data, onOutcome })
    thread.stop()
    await thread.isOver
    thread.end()
  })
})
