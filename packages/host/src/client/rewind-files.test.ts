import type { JsonObject } from '@antiphon/contract'
import type { ControlRequest } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { askToRewindFiles, CANNOT_REWIND, canPreviewRewind } from './rewind-files.ts'

const QUESTION = { userMessageId: 'u', dryRun: true }
const NOTHING = { filesChanged: [], insertions: 0, deletions: 0, notices: [] }

describe('askToRewindFiles', () => {
  it('asks with the id of the prompt, and gives what would change', async () => {
    const asked: ControlRequest[] = []
    const answer = { canRewind: true, filesChanged: ['/a'], insertions: 2, deletions: 1, skippedLinks: 1 }
    const ask = async (request: ControlRequest): Promise<JsonObject> => {
      asked.push(request)
      return answer
    }
    expect(await askToRewindFiles({ ask }, QUESTION)).toEqual({ ...answer, notices: [] })
    expect(asked).toEqual([{ subtype: 'rewind_files', user_message_id: 'u', dry_run: true }])
  })

  it.each<[string, JsonObject, object]>([
    ['a refusal', { canRewind: false, error: 'off' }, { canRewind: false, error: 'off', ...NOTHING }],
    ['an answer of an old version', {}, { canRewind: false, error: CANNOT_REWIND, ...NOTHING }],
    [
      'fields of the wrong kind',
      { canRewind: true, filesChanged: [1, '/a'], insertions: 'many', deletions: -1 },
      { canRewind: true, ...NOTHING, filesChanged: ['/a'] },
    ],
  ])('takes %s', async (_, answer, result) => {
    expect(await askToRewindFiles({ ask: async () => answer }, QUESTION)).toEqual(result)
  })

  it('says in words what an agent does not know', async () => {
    const fail = (words: string) =>
      askToRewindFiles({ ask: () => Promise.reject(new Error(words)) }, QUESTION).then(({ error }) => error)
    expect(await fail('Unsupported control request subtype: rewind_files')).toBe(CANNOT_REWIND)
    expect(await fail('The agent has ended.')).toBe('The agent has ended.')
  })
})

describe('canPreviewRewind', () => {
  it.each([
    ['2.1.325', true],
    ['2.1.0-beta', true],
    ['3.0.0', true],
    ['1.0.128', true],
    ['2.0.76', false],
  ])('is for %s %s', (version, can) => expect(canPreviewRewind(version)).toBe(can))
})
