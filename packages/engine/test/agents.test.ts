import { afterEach, describe, expect, it } from 'vitest'
import {
  closeKit,
  currentKit,
  echo,
  expectFields,
  failingForAgents,
  isAgentRequest,
  isTold,
  kinds,
  open,
  outline,
  readRecording,
  speak,
  task,
} from './agents-kit.ts'
import { refusals, stored } from './engine-kit.ts'

afterEach(closeKit)

describe('an agent in the foreground', () => {
  it('tells of itself what the recorded one tells', async () => {
    const session = await open({ main: [task(), 'Delegated.'], agent: [echo('a'), 'There are files.'] })
    const { result } = await speak(session, 'go')
    await session.close()
    expect(result.text).toBe('Delegated.')
    expect(kinds(session.tasks)).toEqual(['started', 'progress', 'ended'])
    expect(session.tasks.at(-1)).toMatchObject({
      status: 'completed',
      summary: 'look',
      outputFile: '',
      usage: { toolUses: 1 },
    })
    const recorded = readRecording('claude-2.1.88-subagent.jsonl')
    expect(session.wire.map(outline).filter(isTold)).toEqual(recorded.map(outline).filter(isTold))
    expectFields(session.wire, recorded)
    expect(refusals(currentKit().simulator)).toEqual([])
  })

  it('answers its call with the report and what it took', async () => {
    const session = await open({ main: [task(), 'Delegated.'], agent: [echo('a'), 'There are files.'] })
    const { events } = await speak(session, 'go')
    await session.close()
    const [result] = stored(events).filter(event => event.type === 'user' && event.toolUseResult)
    expect(result).toMatchObject({
      toolUseResult: {
        status: 'completed',
        agentType: 'general-purpose',
        content: [{ type: 'text', text: 'There are files.' }],
        totalToolUseCount: 1,
        usage: { output_tokens: expect.any(Number) },
      },
    })
    expect(session.tasks.at(-1)).toMatchObject({ totals: { modelUsage: { 'claude-opus-5-5': {} } } })
  })

  it('says that it failed where the model cannot be reached', async () => {
    const session = await open({ main: [task(), 'Sorry.'], agent: [] }, failingForAgents)
    const { events } = await speak(session, 'go')
    await session.close()
    expect(session.tasks.at(-1)).toMatchObject({ kind: 'ended', status: 'failed' })
    expect(JSON.stringify(stored(events))).toContain('The agent failed: ')
  })
})

describe('a kind of agent', () => {
  it('has its own prompt, tools and model', async () => {
    const session = await open(
      { main: [task({ subagent_type: 'reviewer' }), 'Done.'], agent: ['Fine.'] },
      {
        agents: [
          {
            name: 'reviewer',
            description: 'reviews',
            systemPrompt: 'You are a subagent that reviews.',
            tools: ['Echo', 'Alone'],
            disallowedTools: ['Alone'],
            model: 'haiku',
          },
        ],
      },
    )
    await speak(session, 'go')
    await session.close()
    const request = currentKit()
      .simulator.log.all()
      .flatMap(({ request: one }) => (one && isAgentRequest(one) ? [one] : []))[0]
    expect(request?.model).toMatch(/^claude-haiku-/)
    expect(request?.tools?.map(({ name }) => name)).toEqual(['Echo'])
    expect(session.tasks[0]).toMatchObject({ agentType: 'reviewer' })
  })

  it('may take the place of the one that is always there', async () => {
    const session = await open(
      { main: [task(), 'Done.'], agent: ['Fine.'] },
      {
        agents: [
          { name: 'general-purpose', description: 'all', systemPrompt: 'You are my subagent.', tools: [] },
        ],
      },
    )
    await speak(session, 'go')
    await session.close()
    expect(JSON.stringify(currentKit().simulator.log.all())).toContain('You are my subagent.')
  })
})
