import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSdkBench, say, textsOf, toolResultsOf, until } from './sdk-bench.ts'
import type { SdkPrompt } from './sdk-types.ts'

const bench = createSdkBench()

function readTranscripts(): string {
  const folder = join(bench.home(), '.claude', 'projects')
  const files = readdirSync(folder, { recursive: true }).map(name => join(folder, String(name)))
  return files
    .filter(file => file.endsWith('.jsonl'))
    .map(file => readFileSync(file, 'utf8'))
    .join('')
}

describe('the official SDK prompts the executable', () => {
  it('with a text, and gets one result after the answer', async () => {
    await bench.script({ thinking: 'hm', text: 'Hello from the script.' })
    const { messages, results, error } = await bench.run('hi')
    expect(error).toBe(null)
    expect(messages.map(({ type, subtype }) => subtype ?? type)).toEqual([
      'init',
      'assistant',
      'assistant',
      'success',
    ])
    expect(messages.map(({ session_id }) => session_id)).toEqual(Array(4).fill(messages[0]?.session_id))
    expect(results[0]).toMatchObject({ is_error: false, result: 'Hello from the script.', num_turns: 1 })
  })

  it('with parts, which put together are the answer', async () => {
    await bench.script(
      { text: 'Word by word it comes.', calls: [{ name: 'Bash', input: { command: 'pwd' } }] },
      'ok',
    )
    const { messages } = await bench.run('go', { includePartialMessages: true, allowedTools: ['Bash'] })
    const parts = messages.filter(({ type }) => type === 'stream_event').map(({ event }) => event)
    const text = parts.flatMap(({ delta }) => (delta?.type === 'text_delta' ? [delta.text] : [])).join('')
    expect(text).toBe('Word by word it comes.ok')
    expect(parts.filter(({ type }) => type === 'message_start')).toHaveLength(2)
    expect(parts.at(-1)).toEqual({ type: 'message_stop' })
    const first = messages.findIndex(({ type }) => type === 'assistant')
    expect(messages.slice(0, first).some(({ type }) => type === 'stream_event')).toBe(true)
  })

  it('with a stream: each prompt is answered, one that comes while a turn runs too, and one that only tells is not', async () => {
    const heard: string[] = []
    await bench.script(
      'First.',
      { calls: [{ name: 'Bash', input: { command: 'while [ ! -e go ]; do sleep 0.05; done' } }] },
      'Second, with the interruption.',
      'Third.',
      'Fourth?',
    )
    async function* prompts(): AsyncGenerator<SdkPrompt> {
      yield say('one')
      await until(() => heard.includes('First.'), 'the first answer')
      yield say([{ type: 'text', text: 'two' }])
      await until(() => heard.includes('Bash'), 'the call')
      yield say('by the way')
      await until(() => readTranscripts().includes('by the way'), 'the prompt in the queue')
      writeFileSync(join(bench.folder(), 'go'), '')
      await until(() => heard.some(text => text.startsWith('Second')), 'the second answer')
      yield say('know this, and say nothing', { shouldQuery: false })
      yield say('three')
    }
    const query = bench.query(prompts(), { allowedTools: ['Bash'] })
    const messages = []
    for await (const message of query) {
      messages.push(message)
      heard.push(...textsOf([message]))
      if (message.type === 'assistant' && message.message.content[0].type === 'tool_use') heard.push('Bash')
    }
    expect(textsOf(messages).slice(0, 3)).toEqual(['First.', 'Second, with the interruption.', 'Third.'])
    const requests = bench
      .simulator()
      .log.all()
      .map(({ request }) => JSON.stringify(request?.messages))
    expect(requests.slice(0, 4).map(request => request.includes('by the way'))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(requests[3]).toContain('know this, and say nothing')
    expect(messages.filter(({ type }) => type === 'result')).toHaveLength(3)
    expect(
      bench
        .simulator()
        .log.all()
        .flatMap(({ refusal }) => refusal ?? []),
    ).toEqual([])
  })

  it('and hears of the turns it allows being used up', async () => {
    const again = { calls: [{ name: 'Bash', input: { command: 'echo again' } }] }
    await bench.script(again, again, again)
    const { results, error, messages } = await bench.run('go', { allowedTools: ['Bash'], maxTurns: 2 })
    expect(results).toMatchObject([{ subtype: 'error_max_turns', is_error: true }])
    expect(error?.message).toContain('maximum number of turns')
    expect(toolResultsOf(messages)).toHaveLength(2)
  })

  it('and hears of an API that refuses as a result that is an error', async () => {
    await bench.script('never')
    const { results, error } = await bench.run('go', {
      env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', CLAUDE_CODE_MAX_RETRIES: '0' },
    })
    expect(results).toMatchObject([{ subtype: 'success', is_error: true, terminal_reason: 'api_error' }])
    expect(error?.message).toMatch(/returned an error result/)
  })

  it('with a system prompt of its own, or with more of it', async () => {
    await bench.script('a', 'b')
    await bench.run('one', { systemPrompt: 'You are a clock.' })
    await bench.run('two', {
      systemPrompt: { type: 'preset', preset: 'claude_code', append: 'Speak Latin.' },
    })
    const [own, more] = bench
      .simulator()
      .log.all()
      .map(({ request }) => JSON.stringify(request?.system))
    expect(own).toContain('You are a clock.')
    expect(more).toContain('Speak Latin.')
    expect(more?.length).toBeGreaterThan(own?.length ?? 0)
  })
})
