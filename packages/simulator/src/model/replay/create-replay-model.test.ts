import type { ContentBlock } from '@antiphon/contract'
import {
  buildApiRequest,
  type Conversation,
  createApiView,
  createAssistantMessage,
  createUserMessage,
  isAssistantMessage,
  readLog,
  SYNTHETIC_MODEL,
} from '@antiphon/core'
import { sliceFromLastCompactBoundary } from '@antiphon/core/log'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import { startSimulator } from '../../simulator.ts'
import { createReplayModel, type ReplayModel } from './create-replay-model.ts'
import { readRecording } from './read-recording.ts'

/** Sends what today's code makes of the history before each recorded answer; gives what came back. */
async function replay(conversation: Conversation, model: ReplayModel): Promise<readonly unknown[]> {
  const simulator = await startSimulator({ model })
  const name = findModel(conversation)
  const answers: unknown[] = []
  try {
    for (const { messagesBefore } of readRecording(conversation)) {
      const view = createApiView([], { model: name })
      const before = conversation.messages.slice(0, messagesBefore)
      for (const message of sliceFromLastCompactBoundary(before)) view.append(message)
      const body = JSON.stringify(buildApiRequest(view.messages(), { model: name }))
      const headers = { 'x-api-key': 'any', 'anthropic-version': '2026-10-21' }
      const response = await fetch(`${simulator.url}/v1/messages`, { method: 'POST', headers, body })
      const answer = (await response.json()) as { content?: unknown }
      answers.push(response.status === 200 ? answer.content : answer)
    }
  } finally {
    await simulator.close()
  }
  return answers
}

function findModel({ messages }: Conversation): string {
  const models = messages.map(entry => (isAssistantMessage(entry) ? entry.message.model : SYNTHETIC_MODEL))
  return models.find(model => model !== SYNTHETIC_MODEL) ?? 'claude-opus-5-5'
}

function asConversation(...messages: readonly object[]): Conversation {
  return { messages } as unknown as Conversation
}

describe('createReplayModel', () => {
  const text = (words: string): ContentBlock => ({ type: 'text', text: words })
  const conversation = asConversation(
    createUserMessage({ content: 'one' }),
    createAssistantMessage({ content: [text('same words')] }),
    createUserMessage({ content: 'two' }),
    createAssistantMessage({ content: [text('same words')] }),
    createUserMessage({ content: 'three' }),
    createAssistantMessage({ content: [text('the end')] }),
  )
  // The factory says that no model spoke; this one did.
  const spoken = asConversation(
    ...conversation.messages.map((entry, index) =>
      isAssistantMessage(entry)
        ? { ...entry, message: { ...entry.message, id: `msg_${index}`, model: 'claude-opus-5-5' } }
        : entry,
    ),
  )

  it('says what the model said, also where it said the same twice', async () => {
    const model = createReplayModel(spoken)
    expect(await replay(spoken, model)).toEqual([
      [text('same words')],
      [text('same words')],
      [text('the end')],
    ])
    expect(model.differences()).toEqual([])
    expect(model.progress()).toEqual({ given: 3, all: 3 })
  })

  it('tells where a request is not what was recorded, and answers all the same', async () => {
    const model = createReplayModel(spoken)
    const answer = await model.answer(
      { model: 'claude-opus-5-5', max_tokens: 9, messages: [{ role: 'user', content: 'other' }] },
      { number: 0, random: () => 0, signal: new AbortController().signal },
    )
    expect(answer.blocks).toEqual([text('same words')])
    expect(model.differences()).toMatchObject([{ answer: 0, path: 'messages.0.content.0' }])
    expect(model.differences()[0]?.recorded).toContain('one')
    expect(model.differences()[0]?.sent).toContain('other')
  })

  it('says that the recording ends', async () => {
    const model = createReplayModel(asConversation())
    const request = { model: 'm', max_tokens: 1, messages: [] }
    const answer = await model.answer(request, {
      number: 0,
      random: () => 0,
      signal: new AbortController().signal,
    })
    expect(answer.blocks).toEqual([text('(the recording ends here)')])
  })

  it('runs ten real sessions again with no request refused', async () => {
    const names = CORPUS.filter(name => SESSIONS.some(session => name.startsWith(session)))
    expect(names).toHaveLength(SESSIONS.length)
    for (const name of names) {
      const conversation = readLog(readCorpus(name))
      const model = createReplayModel(conversation)
      const answers = await replay(conversation, model)
      const recorded = readRecording(conversation).map(({ content }) => content)
      expect(answers, name).toEqual(recorded)
      expect(model.differences(), name).toEqual([])
    }
  })
})

const SESSIONS = [
  'claude-code-log-7acd37a8',
  'claude-code-log-937c6e6b',
  'claude-code-log-agent-a2271d1',
  'claude-code-log-ef958aa1',
  'claude-code-log-fe869ecb',
  'claude-code-viewer-5c0375b4',
  'entireio-cli-22c5d52e',
  'entireio-cli-5e231473',
  'entireio-cli-acdd84ab',
  'sniffly-ba79134d',
]
