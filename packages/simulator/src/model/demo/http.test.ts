import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ApiMessage, ContentBlock, ToolUseBlock } from '@antiphon/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../../simulator.ts'
import { CLAUDE_CODE_TOOLS } from './testing/claude-code-tools.ts'

let simulator: Simulator
let folder: string

beforeEach(async () => {
  simulator = await startSimulator({ seed: 3 })
  folder = await mkdtemp(join(tmpdir(), 'antiphon-demo-'))
})

afterEach(async () => {
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

async function post(body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }
  const request = {
    model: 'claude-opus-5-5',
    max_tokens: 4096,
    tools: CLAUDE_CODE_TOOLS,
    system: `Working directory: ${folder}`,
    ...body,
  }
  return fetch(`${simulator.url}/v1/messages`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(20_000),
  })
}

/** The tools for real, in the folder of the test. */
async function run({ name, input }: ToolUseBlock): Promise<string> {
  const { file_path = '', content = '', command = '' } = input as Record<string, string>
  switch (name) {
    case 'Write':
      await writeFile(file_path, content)
      return `File created successfully at: ${file_path}`
    case 'Read':
      return (await readFile(file_path, 'utf8'))
        .split('\n')
        .map((line, index) => `${index + 1}→${line}`)
        .join('\n')
    case 'Edit': {
      const { old_string = '', new_string = '' } = input as Record<string, string>
      await writeFile(file_path, (await readFile(file_path, 'utf8')).replace(old_string, new_string))
      return 'The file has been updated.'
    }
    default:
      return (await promisify(execFile)('sh', ['-c', command], { cwd: folder })).stdout
  }
}

async function talk(prompt: string): Promise<{ readonly text: string; readonly names: readonly string[] }> {
  const messages: ApiMessage[] = [{ role: 'user', content: prompt }]
  const names: string[] = []
  for (let round = 0; round < 10; round++) {
    const response = await post({ messages })
    expect(response.status).toBe(200)
    const { content, stop_reason } = (await response.json()) as {
      content: ContentBlock[]
      stop_reason: string
    }
    messages.push({ role: 'assistant', content })
    const calls = content.filter(block => block.type === 'tool_use')
    expect(stop_reason).toBe(calls.length > 0 ? 'tool_use' : 'end_turn')
    if (calls.length === 0)
      return { names, text: content.map(block => (block.type === 'text' ? block.text : '')).join('') }
    names.push(...calls.map(({ name }) => name))
    const results = await Promise.all(
      calls.map(async call => ({
        type: 'tool_result' as const,
        tool_use_id: call.id,
        content: await run(call),
      })),
    )
    messages.push({ role: 'user', content: results })
  }
  throw new Error('the demo did not come to an end')
}

describe('the demo over HTTP', () => {
  it('writes a program and runs it', async () => {
    expect((await talk('create hello.mjs with `console.log("hello world")`')).names).toEqual(['Write'])
    const { text, names } = await talk('run node hello.mjs')
    expect(names).toEqual(['Bash'])
    expect(text).toMatch(/`node hello\.mjs` printed:\n```\nhello world\n```/)
    expect(await readFile(join(folder, 'hello.mjs'), 'utf8')).toBe('console.log("hello world")\n')
  })

  it('edits a file, in Chinese', async () => {
    await writeFile(join(folder, 'a.md'), '你好 foo\n')
    expect((await talk('把 a.md 里的 foo 改成 bar')).text).toMatch(/替换为“bar”（1 处）/)
    expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe('你好 bar\n')
  })

  it('streams thinking, text and a call', async () => {
    const response = await post({ stream: true, messages: [{ role: 'user', content: 'list the files' }] })
    const body = await response.text()
    expect(body).toMatch(
      /"thinking_delta"[\s\S]*"text_delta"[\s\S]*"name":"Glob"[\s\S]*"stop_reason":"tool_use"[\s\S]*message_stop/,
    )
  })

  it('says the same again after the same conversation', async () => {
    const once = await (await post({ messages: [{ role: 'user', content: 'hello' }] })).json()
    const again = await (await post({ messages: [{ role: 'user', content: 'hello' }] })).json()
    expect((again as { content: unknown }).content).toEqual((once as { content: unknown }).content)
  })
})
