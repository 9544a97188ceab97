import type { Entry, PersonItem } from '@antiphon/core'
import { answer, boundary, prompt } from '@antiphon/core/testing/log-builder'
import { describe, expect, it } from 'vitest'
import { computeStory } from '../../../web/src/story/compute-story.ts'
import { computeSessionView } from './compute-session-view.ts'

const task = { type: 'tool_use', id: 't', name: 'Task', input: { description: 'Look', prompt: 'look' } }

/** What a compaction kept (3) is read behind its boundary (5); what a subagent did for it (4) stands in between. */
const ENTRIES: readonly Entry[] = [
  prompt('e0', null),
  { type: 'custom-title', customTitle: 'a', sessionId: 'session' },
  { type: 'custom-title', customTitle: 'b', sessionId: 'session' },
  answer('e3', 'e0', { extra: { message: { id: 'm3', role: 'assistant', content: [task] } } }),
  prompt('e4', null, { isSidechain: true }),
  boundary('e5', 'e3', { preservedSegment: { headUuid: 'e3', anchorUuid: 'e5', tailUuid: 'e3' } }),
  prompt('e6', 'e5'),
]

function outline(items: readonly PersonItem[]): readonly unknown[] {
  return items.map(item =>
    item.kind === 'tool' ? { [item.story.id]: outline(item.story.children) } : item.text,
  )
}

describe('the order in which a person reads a log', () => {
  const placed = ENTRIES.map((entry, index) => ({ seq: index, next: index + 1, entry, cut: 0 }))
  const file = { name: 'a', entries: ENTRIES, offsets: ENTRIES.map((_, index) => index), damage: [] }

  it('is one for the page and for the terminal: what a subagent did stands behind what the file has before it', () => {
    const expected = [
      'prompt e0',
      'Conversation compacted: auto, 1000 tokens',
      { t: ['prompt e4'] },
      'prompt e6',
    ]
    expect(outline(computeSessionView(file).items)).toEqual(expected)
    expect(outline(computeStory(placed).items.map(({ item }) => item))).toEqual(expected)
  })
})
