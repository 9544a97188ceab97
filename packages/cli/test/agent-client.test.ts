import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AgentClient,
  type AgentStart,
  createAgentClient,
  spawnAgent,
  toAgentArguments,
} from '@antiphon/host'
import { createScriptModel, type ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { createHeadlessKit, type HeadlessKit, type Line, listRefusals, waitFor } from './headless-kit.ts'
import { EXECUTABLE } from './spawn-antiphon.ts'

let kit: HeadlessKit

afterEach(() => kit.close())

type Driven = {
  readonly client: AgentClient
  readonly events: Line[]
  readonly until: (fits: (event: Line) => boolean) => Promise<Line>
}

/** Our executable in the part of the installed one. */
function drive(start: AgentStart = {}): Driven {
  const events: Line[] = []
  const pipe = spawnAgent({
    command: process.execPath,
    args: [EXECUTABLE, ...toAgentArguments(start)],
    cwd: kit.folder,
    env: { ...process.env, ...kit.env },
  })
  const client = createAgentClient({ pipe, onEvent: event => void events.push({ ...event }) })
  return {
    client,
    events,
    async until(fits) {
      await waitFor(() => events.some(fits))
      return events.find(fits) ?? {}
    },
  }
}

async function open(...replies: readonly ScriptReply[]): Promise<void> {
  kit = await createHeadlessKit(createScriptModel(replies))
}

const isResult = ({ type }: Line): boolean => type === 'result'
const isQuestion = ({ type }: Line): boolean => type === 'control_request'
const sessionOf = (events: readonly Line[]): string =>
  String(events.find(event => typeof event.session_id === 'string')?.session_id)

describe('an agent that is driven over its pipe', () => {
  it('tells what it can do, answers, and goes on with its session', async () => {
    await open({ text: 'Hello.' }, { text: 'And again.' })
    const first = drive({ permissionMode: 'default' })
    const told = await first.client.ask({ subtype: 'initialize' })
    expect(told.commands).toEqual(expect.any(Array))
    await first.client.prompt('Hi')
    expect(await first.until(isResult)).toMatchObject({ result: 'Hello.' })
    expect(await first.client.close()).toMatchObject({ code: 0 })

    const second = drive({ resume: sessionOf(first.events) })
    await second.client.prompt('Once more')
    expect(await second.until(isResult)).toMatchObject({ result: 'And again.' })
    await second.client.close()
    expect(sessionOf(second.events)).toBe(sessionOf(first.events))

    const copy = drive({ resume: sessionOf(first.events), isFork: true })
    await copy.client.ask({ subtype: 'initialize' })
    await copy.client.prompt('In a copy')
    await copy.until(isResult)
    await copy.client.close()
    expect(sessionOf(copy.events)).not.toBe(sessionOf(first.events))
    expect(listRefusals(kit.simulator)).toEqual([])
  })

  it('asks before a tool runs, and does as it is told', async () => {
    const write = { name: 'Write', input: { file_path: 'new.txt', content: 'written' } }
    await open({ calls: [write] }, { text: 'Done.' }, { calls: [write] }, { text: 'Not done.' })
    const { client, events, until } = drive({ permissionMode: 'default' })
    await client.prompt('Write it')
    const asked = await until(isQuestion)
    expect(asked).toMatchObject({ request: { subtype: 'can_use_tool', tool_name: 'Write' } })
    const { input } = asked.request as { readonly input: object }
    await client.answer(String(asked.request_id), { behavior: 'allow', updatedInput: { ...input } })
    await until(isResult)
    expect(readFileSync(join(kit.folder, 'new.txt'), 'utf8')).toBe('written')

    events.length = 0
    await client.prompt('Once more')
    await client.refuse(String((await until(isQuestion)).request_id), 'nobody is here')
    await until(isResult)
    await client.close()
  })

  it('is interrupted, and takes the next prompt', async () => {
    await open({ text: 'A long answer '.repeat(50), pace: 50 }, { text: 'Short.' })
    const { client, events, until } = drive()
    await client.prompt('Speak')
    await until(({ type }) => type === 'stream_event')
    await client.ask({ subtype: 'interrupt' })
    await until(isResult)
    events.length = 0
    await client.prompt('And now?')
    expect(await until(isResult)).toMatchObject({ result: 'Short.' })
    await client.close()
  })

  it('tells why it ended to whoever still waits', async () => {
    await open({ text: 'never' })
    const { client } = drive({ resume: '00000000-0000-4000-8000-000000000000' })
    await expect(client.ask({ subtype: 'initialize' })).rejects.toThrow('neither a file nor')
    expect(await client.close()).toMatchObject({
      code: 2,
      words: expect.stringContaining('neither a file nor'),
    })
    await expect(client.prompt('Anybody?')).rejects.toThrow('has ended with code 2')
    const killed = drive()
    const asked = killed.client.ask({ subtype: 'mcp_status' })
    await killed.client.kill()
    await expect(asked).rejects.toThrow('has ended')
    const gone = spawnAgent({ command: join(kit.folder, 'nowhere'), args: [], cwd: kit.folder, env: {} })
    const nobody = createAgentClient({ pipe: gone, onEvent: () => undefined })
    await expect(nobody.ask({ subtype: 'initialize' })).rejects.toThrow('ENOENT')
  })

  it('lets go of a question that nobody waits for any more', async () => {
    await open({ text: 'x' })
    const { client } = drive()
    const stop = new AbortController()
    const asked = client.ask({ subtype: 'mcp_status' }, stop.signal)
    stop.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
    await client.kill()
  })
})
