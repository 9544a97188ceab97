import fc from 'fast-check'
import { SYNTHETIC_MODEL } from '../message/synthetic-texts.ts'
import { PIXEL } from './pixel.ts'

/** A message of a generated log: typed as what it may turn into once it is damaged. */
export type LooseMessage = Record<string, unknown>

/** A whole, undamaged session: turns with thinking, parallel calls, results, attachments and all the rest. */
export const arbitraryHistory: fc.Arbitrary<LooseMessage[]> = fc
  .array(fc.oneof({ weight: 4, arbitrary: turn() }, { weight: 1, arbitrary: bystander() }), { maxLength: 8 })
  .map(turns => number(turns.flat()))

function turn(): fc.Arbitrary<LooseMessage[]> {
  return fc
    .record({
      prompt: fc.option(words()),
      attachment: fc.option(attachment()),
      thinking: fc.option(
        fc.constantFrom(
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'redacted_thinking', data: 'xyz' },
          { type: 'thinking', thinking: 'cut off' },
        ),
      ),
      text: fc.option(words()),
      calls: fc.array(fc.constantFrom('Read', 'Bash', 'Old'), { maxLength: 3 }),
      server: fc.boolean(),
      interleaved: fc.boolean(),
      error: fc.boolean(),
      stop: fc.constantFrom('end_turn', 'tool_use', 'pause_turn', 'max_tokens', null),
    })
    .map(buildTurn)
}

type Turn = {
  prompt: string | null
  attachment: LooseMessage | null
  thinking: LooseMessage | null
  text: string | null
  calls: string[]
  server: boolean
  interleaved: boolean
  error: boolean
  stop: string | null
}

function buildTurn(parts: Turn): LooseMessage[] {
  const { prompt, attachment: attached, thinking, text, calls, server, interleaved, error, stop } = parts
  const blocks: LooseMessage[] = [
    ...(thinking ? [thinking] : []),
    ...(text === null ? [] : [{ type: 'text', text }]),
    ...(server
      ? [
          { type: 'server_tool_use', id: 'srvtoolu_#', name: 'web_search', input: {} },
          { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_#', content: [] },
        ]
      : []),
    ...calls.map((name, index) => ({ type: 'tool_use', id: `toolu_#_${index}`, name, input: { index } })),
  ]
  const results = calls.map((_, index) =>
    userMessage([
      {
        type: 'tool_result',
        tool_use_id: `toolu_#_${index}`,
        content:
          index === 1
            ? [
                { type: 'text', text: 'two' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
              ]
            : 'one',
      },
    ]),
  )
  const answers = blocks.map((block, index) =>
    assistantMessage([block], index === blocks.length - 1 ? stop : null),
  )
  const spoken = interleaved ? weave(answers, results) : [...answers, ...results]
  return [
    ...(prompt === null ? [] : [userMessage(prompt)]),
    ...(attached ? [{ type: 'attachment', attachment: attached }] : []),
    ...(error ? [apiError()] : []),
    ...spoken,
  ]
}

function weave(answers: LooseMessage[], results: LooseMessage[]): LooseMessage[] {
  const first = answers.length - results.length
  return [
    ...answers.slice(0, first),
    ...answers.slice(first).flatMap((answer, index) => [answer, results[index] as LooseMessage]),
  ]
}

function bystander(): fc.Arbitrary<LooseMessage[]> {
  return fc
    .constantFrom<LooseMessage>(
      { type: 'system', subtype: 'local_command', content: '$ ls\nREADME.md' },
      { type: 'system', subtype: 'informational', content: 'switched', level: 'info' },
      { type: 'system', subtype: 'turn_duration', durationMs: 5 },
      { type: 'system', message: { role: 'system', content: 'mind the gap' } },
      { type: 'progress', data: { type: 'bash_progress' }, toolUseID: 't', parentToolUseID: 't' },
      { type: 'user', isVirtual: true, message: { role: 'user', content: 'only for the screen' } },
      {
        type: 'user',
        isMeta: true,
        message: {
          role: 'user',
          content: [
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQK' },
            },
          ],
        },
      },
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
      },
      apiError(),
    )
    .map(message => [structuredClone(message)])
}

function apiError(): LooseMessage {
  return {
    type: 'assistant',
    isApiErrorMessage: true,
    message: {
      id: 'err',
      role: 'assistant',
      model: SYNTHETIC_MODEL,
      content: [{ type: 'text', text: 'PDF too large.' }],
    },
  }
}

function attachment(): fc.Arbitrary<LooseMessage> {
  return fc.constantFrom<LooseMessage>(
    { type: 'memory', content: 'remember the milk' },
    { type: 'edited_text_file', filename: 'a.ts', snippet: '1' },
    { type: 'queued_command', prompt: 'and then?' },
    { type: 'hook_success', hookEvent: 'PreToolUse', content: '' },
    { type: 'never_seen', value: 1 },
  )
}

function words(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom('Hello', '帮我读取 README.md', '👋 hi', 'a\nb'),
    fc.string({ minLength: 1 }).map(text => `w ${text}`),
  )
}

function userMessage(content: unknown): LooseMessage {
  return { type: 'user', message: { role: 'user', content } }
}

function assistantMessage(content: unknown, stop: string | null): LooseMessage {
  return {
    type: 'assistant',
    message: {
      id: 'msg_#',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content,
      stop_reason: stop,
      stop_sequence: null,
    },
  }
}

/** Gives each turn its own ids: a new answer begins where a message that is no part of one came before. */
function number(messages: LooseMessage[]): LooseMessage[] {
  let answer = 0
  let wasAnswer = false
  return messages.map((message, index) => {
    const isAnswer = message.type === 'assistant' && message.isApiErrorMessage !== true
    const isResult = JSON.stringify(message).includes('"tool_result"')
    if (isAnswer && !wasAnswer) answer++
    wasAnswer = isAnswer || (isResult && wasAnswer && continues(messages, index))
    const numbered = JSON.parse(JSON.stringify(message).replaceAll('_#', `_${answer}`)) as LooseMessage
    return {
      ...numbered,
      uuid: uuidOf(index),
      timestamp: new Date(1_700_000_000_000 + index * 1000).toISOString(),
    }
  })
}

function continues(messages: LooseMessage[], index: number): boolean {
  const next = messages[index + 1]
  return (
    next !== undefined &&
    next.type === 'assistant' &&
    JSON.stringify(next).includes('"tool_use"') &&
    !JSON.stringify(next).includes('toolu_#_0')
  )
}

function uuidOf(index: number): string {
  return `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
}
