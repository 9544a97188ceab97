import { pdf, png } from '@antiphon/core/testing/history-builder'
import type { Fault } from '@antiphon/simulator'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Line, listBlocks, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { createTalk, startDialogue, type Talk } from './talk-kit.ts'

const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png(8, 8) } }

/** What a person sends, and how the API refuses it, in its own words or in those of the log. */
const CASES: readonly {
  readonly prompt: string
  readonly media: readonly object[]
  readonly fault: Fault
}[] = [
  { prompt: 'long', media: [pdf(), IMAGE], fault: refuse('A PDF too large was given: PDF too large.') },
  { prompt: 'locked', media: [pdf()], fault: refuse('The PDF specified is password protected.') },
  { prompt: 'torn', media: [pdf()], fault: refuse('The PDF specified was not valid.') },
  {
    prompt: 'wide',
    media: [IMAGE, pdf()],
    fault: refuse('messages.8.content.1.image.source.base64: image exceeds 5 MB maximum: 6 > 5'),
  },
  {
    prompt: 'all',
    media: [IMAGE, pdf()],
    fault: {
      ...{ kind: 'error', status: 413, errorType: 'request_too_large' },
      message: 'Request exceeds the maximum size',
    },
  },
]

function refuse(message: string): Fault {
  return { kind: 'error', status: 400, errorType: 'invalid_request_error', message }
}

let talk: Talk
let log: readonly Line[]
let results: readonly Line[]

/** One prompt a refusal; then one more, with which everything before it is sent again. */
beforeAll(async () => {
  talk = await createTalk([...CASES.map(({ prompt }) => `Answered ${prompt}.`), 'The end.'])
  const dialogue = startDialogue(talk)
  for (const [index, { prompt, media, fault }] of CASES.entries()) {
    talk.simulator.faults.add({ fault })
    const content = [{ type: 'text', text: prompt }, ...media]
    dialogue.agent.child.stdin.write(
      `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`,
    )
    await dialogue.results(index + 1)
  }
  await dialogue.ask('the end')
  await dialogue.end()
  log = readLogs(talk.root)
  results = dialogue.agent.events.filter(({ type }) => type === 'result')
})
afterAll(() => talk.close())

/** The blocks behind a prompt in the last request, up to the answer. */
function sentWith(prompt: string): readonly Line[] {
  const message = talk
    .requests()
    .at(-1)
    ?.messages.find(sent => JSON.stringify(sent.content).includes(`"text":"${prompt}"`))
  const blocks = listBlocks([{ message }])
  return blocks.slice(blocks.findIndex(({ text }) => text === prompt) + 1)
}

const typesWith = (prompt: string): readonly unknown[] => sentWith(prompt).map(({ type }) => type)

describe('media that the API refused', () => {
  requirement(
    ['001:40-46a', '001:40'],
    '"PDF too large" costs the document, and not the image beside it',
    async () => {
      expect(typesWith('long')).toEqual(['text', 'image'])
    },
  )

  requirement('001:40-46b', 'a PDF with a password is sent no more', async () => {
    expect(typesWith('locked')).toEqual(['text'])
  })

  requirement('001:40-46c', 'a PDF that is not valid is sent no more', async () => {
    expect(typesWith('torn')).toEqual(['text'])
  })

  requirement(
    '001:40-46d',
    'an image that is too large is sent no more, the document beside it is',
    async () => {
      expect(typesWith('wide')).toEqual(['text', 'document'])
    },
  )

  requirement('001:40-46e', 'a request that is too large costs documents and images', async () => {
    expect(typesWith('all')).toEqual(['text', 'text'])
  })

  requirement(
    ['001:48-86', '001:84-91', '004:525-536'],
    'is taken out of the person’s own message, with a note in its place; the log keeps it and the turn goes on',
    async () => {
      expect(sentWith('locked')).toEqual([{ type: 'text', text: '[document removed: the API refused it]' }])
      expect(sentWith('wide')[0]).toEqual({ type: 'text', text: '[image removed: the API refused it]' })
      expect(results.map(({ result, is_error: isError }) => [result, isError])).toEqual([
        ...CASES.map(({ prompt }) => [`Answered ${prompt}.`, false]),
        ['The end.', false],
      ])
      const stored = listBlocks(log).map(({ type }) => type)
      expect(stored.filter(type => type === 'document')).toHaveLength(5)
      expect(stored.filter(type => type === 'image')).toHaveLength(3)
    },
  )
})
