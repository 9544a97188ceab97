import type { Entry } from '@antiphon/core'
import type { PlacedEntry } from '@antiphon/server/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLog, makeRichSession } from '../../test/make-sessions.ts'
import { readMarkedWords } from '../session/use-highlights.ts'
import { computeStory } from './compute-story.ts'
import { readImages, toImageAddress } from './read-images.ts'
import { readToolFace } from './read-tool-face.ts'

function placeAll(entries: readonly Entry[]): PlacedEntry[] {
  return entries.map((entry, index) => ({ seq: index * 10, next: index * 10 + 10, entry, cut: 0 }))
}

describe('computeStory', () => {
  it('names items alike however much is loaded before them', () => {
    const placed = placeAll(makeRichSession('rich').entries)
    const whole = computeStory(placed).items.map(({ key }) => key)
    for (let cut = 1; cut < placed.length; cut += 1) {
      const part = computeStory(placed.slice(cut)).items.map(({ key }) => key)
      expect(whole).toEqual(expect.arrayContaining(part))
      expect(whole.slice(whole.length - part.length)).toEqual(part)
    }
  })
  it('does not tell of results whose call is not loaded', () => {
    const log = createLog('a')
    log.answer({ type: 'tool_use', id: 't', name: 'Bash', input: {} })
    log.result('t', 'out')
    log.say('Next')
    expect(computeStory(placeAll(log.entries).slice(1)).items.map(({ item }) => item.kind)).toEqual([
      'prompt',
    ])
  })
  it('reads another branch when told', () => {
    const log = createLog('a')
    const root = log.say('Root')
    log.answer({ type: 'text', text: 'Left behind' })
    const parentUuid = 'uuid' in root ? root.uuid : null
    log.add({
      type: 'assistant',
      parentUuid,
      message: { id: 'n', role: 'assistant', content: [{ type: 'text', text: 'Kept' }] },
    })
    const placed = placeAll(log.entries)
    const story = computeStory(placed)
    expect(story.items.map(({ item }) => item.text)).toEqual(['Root', 'Kept'])
    const [branch] = story.branches
    expect(branch?.messages).toBe(1)
    const other = computeStory(placed, { leafUuid: branch?.leafUuid })
    expect(other.items.map(({ item }) => item.text)).toEqual(['Root', 'Left behind'])
  })
  it('gives every item a name of its own, also where entries share theirs', () => {
    const { entries } = makeRichSession('rich')
    for (const uuid of ['the same', undefined]) {
      const placed = placeAll(entries.map(entry => ({ ...entry, uuid }) as unknown as Entry))
      const { items } = computeStory(placed)
      expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
      expect(items.length).toBeGreaterThan(8)
      expect(items.every(({ place }, index) => index === 0 || place !== undefined)).toBe(true)
    }
  })
  it('takes any values for entries', () => {
    const anything = fc.array(
      fc.object({ key: fc.constantFrom('type', 'uuid', 'message', 'content', 'parentUuid') }),
    )
    fc.assert(
      fc.property(anything, values => {
        computeStory(placeAll(values as unknown as Entry[]))
      }),
    )
  })
})

describe('finding', () => {
  it('reads which words of a search are marked', () => {
    expect(readMarkedWords('No such File')).toEqual(['no such file'])
    expect(readMarkedWords('"two words" one -not tool:Bash')).toEqual(['two words', 'one'])
    expect(readMarkedWords('  ')).toEqual([])
  })
})

describe('readToolFace', () => {
  const faces = computeStory(placeAll(makeRichSession('rich').entries)).items.flatMap(({ item }) =>
    item.kind === 'tool' ? [readToolFace(item.story)] : [],
  )
  it('chooses the form that suits the tool', () => {
    expect(faces.map(({ kind }) => kind)).toEqual(['command', 'diff', 'todos', 'text', 'text', 'command'])
  })
  it('leaves out the note of a picture that is drawn', () => {
    expect(faces[3]).toEqual({ kind: 'text', text: '' })
  })
})

describe('readImages', () => {
  it('shows pixels and nothing else', () => {
    const image = (media_type: string, data: string) => ({
      type: 'image',
      source: { type: 'base64', media_type, data },
    })
    const addresses = readImages([
      image('image/png', 'aGk='),
      image('image/svg+xml', 'aGk='),
      image('image/png', '"><script>'),
      image('text/html', 'aGk='),
      { type: 'image', source: { type: 'url', url: 'https://evil.example/' } },
    ]).map(toImageAddress)
    expect(addresses).toEqual(['data:image/png;base64,aGk=', undefined, undefined, undefined, undefined])
  })
})
