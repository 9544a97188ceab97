import { type ContextReference, renderPromptWithContext } from '@antiphon/core'
import { prompt } from '@antiphon/core/testing/log-builder'
import { describe, expect, it } from 'vitest'
import { computeStory, type StoryItem } from '../story/compute-story.ts'
import { readRewoundPrompt } from './read-rewound-prompt.ts'

const UUID = '00000000-0000-4000-8000-000000000001'
const DOT = 'iVBORw0KGgo='

function tell(content: unknown, extra: object = {}, uuid: string = UUID): readonly StoryItem[] {
  const entry = prompt(uuid, null, { message: { role: 'user', content }, ...extra })
  return computeStory([{ seq: 0, next: 1, cut: 0, entry }]).items
}

describe('readRewoundPrompt', () => {
  it('gives the uuid of a prompt and what was said, with what was attached and its pictures', () => {
    const file: ContextReference = { type: 'FileReference', path: 'src/lamp.ts', displayType: 'TAG' }
    const chosen: ContextReference = { type: 'SelectionReference', displayType: 'TAG' }
    const blocks = renderPromptWithContext('Mend it', [
      { reference: file, content: null },
      { reference: chosen, content: 'it\nfails' },
    ])
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: DOT } }
    const read = readRewoundPrompt(tell([...blocks, picture]), 'me')
    expect(read?.uuid).toBe(UUID)
    expect(read?.draft.text).toBe('Mend it')
    expect(read?.draft.contexts.map(({ content }) => content)).toEqual([null, 'it\nfails'])
    expect(read?.draft.images).toMatchObject([{ mediaType: 'image/png', data: DOT }])
  })

  it('gives nothing for the words of others, of subagents, and of entries without an id that can be asked for', () => {
    const others = { origin: { kind: 'human', author: { id: 'you', name: 'You' } } }
    expect(readRewoundPrompt(tell('Hi', others), 'me')).toBeUndefined()
    expect(readRewoundPrompt(tell('Hi', others), 'you')?.draft.text).toBe('Hi')
    expect(readRewoundPrompt(tell('Hi', {}, '../x'), 'me')).toBeUndefined()
    expect(readRewoundPrompt([], 'me')).toBeUndefined()
  })
})
