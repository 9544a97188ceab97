import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { DRIVEN, type HeadlessKit, type Line, listRefusals, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { ask, put, setUpScripted } from './scripted-kit.ts'

const open = setUpScripted()

const requestsOf = ({ simulator }: HeadlessKit): readonly string[] =>
  simulator.log.all().map(({ request }) => JSON.stringify(request?.messages))

requirement(
  ['001:70', '003:110', '004:201'],
  'commands are answered here, stored with input, output and caveat, and read by the model with the next prompt',
  async () => {
    const opened = await open('One.', 'The summary.', 'Two.', 'Three.')
    put(join(opened.folder, 'seen.txt'), 'x')
    const agent = opened.start(DRIVEN)
    await ask(agent, 'first words')
    expect(await ask(agent, '/compact keep the API')).toMatchObject({ is_error: false, result: 'Compacted' })
    expect(await ask(agent, '!ls')).toMatchObject({ is_error: false, result: 'seen.txt' })
    expect(await ask(agent, '/compcat')).toMatchObject({
      result: expect.stringContaining('Unknown slash command: /compcat. Did you mean /compact?'),
    })
    expect(requestsOf(opened)).toHaveLength(2)
    expect(await ask(agent, 'second words')).toMatchObject({ result: 'Two.' })
    expect(await ask(agent, '/usr/bin/foo is broken')).toMatchObject({ result: 'Three.' })
    agent.hush()
    expect(await agent.ended).toMatchObject({ code: 0 })

    const [, summary = '', next = '', last = ''] = requestsOf(opened)
    expect(summary).toContain('keep the API')
    const read = [
      '<local-command-caveat>',
      '<command-name>/compact</command-name>\\n<command-message>compact</command-message>\\n<command-args>keep the API</command-args>',
      '<local-command-stdout>Compacted</local-command-stdout>',
      '<bash-input>ls</bash-input>',
      '<bash-stdout>seen.txt</bash-stdout><bash-stderr></bash-stderr>',
      'second words',
    ]
    expect(read.map(words => next.includes(words))).toEqual(read.map(() => true))
    // All of it is joined to the prompt, as the API wants it.
    expect(opened.simulator.log.all()[2]?.request?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ])
    expect(last).toContain('/usr/bin/foo is broken')

    const log = readLogs(opened.root)
    expect(log.find(({ subtype }) => subtype === 'compact_boundary')).toMatchObject({
      compactMetadata: { trigger: 'manual' },
    })
    expect(log.flatMap(({ subtype, content }) => (subtype === 'local_command' ? [content] : []))).toEqual([
      '<local-command-stdout>Compacted</local-command-stdout>',
      '<bash-stdout>seen.txt</bash-stdout><bash-stderr></bash-stderr>',
      expect.stringContaining('Unknown slash command'),
    ])
    const caveats = log.filter(
      ({ isMeta, message }) => isMeta === true && JSON.stringify(message).includes('Caveat:'),
    )
    // One stands for all that follow it.
    expect(caveats).toHaveLength(1)
    const boundaries = agent.events.filter(({ subtype }) => subtype === 'compact_boundary')
    expect(boundaries).toMatchObject([{ compact_metadata: { trigger: 'manual' } }])
    expect(listRefusals(opened.simulator)).toEqual([])
  },
)

requirement(
  '004:201',
  'a command on the command line needs no model, and goes on with a stored session',
  async () => {
    const opened = await open('One.', 'The summary.', 'Two.')
    const run = async (...argv: readonly string[]): Promise<readonly Line[]> => {
      const agent = opened.start([...argv, '--output-format', 'stream-json', '--verbose'])
      agent.hush()
      expect(await agent.ended).toMatchObject({ code: 0 })
      return agent.events
    }
    const [init] = await run('-p', 'words')
    expect(init?.slash_commands).toEqual(
      expect.arrayContaining([
        'help',
        'compact',
        'clear',
        'context',
        'model',
        'permissions',
        'memory',
        'cost',
      ]),
    )
    const events = await run('-p', '/compact', '--continue')
    expect(events.at(-1)).toMatchObject({ type: 'result', result: 'Compacted' })
    expect(events.some(({ subtype }) => subtype === 'local_command_output')).toBe(true)
    const log = readLogs(opened.root)
    expect(log.filter(({ subtype }) => subtype === 'local_command')).toHaveLength(1)
    expect(log.find(({ subtype }) => subtype === 'compact_boundary')).toMatchObject({
      compactMetadata: { trigger: 'manual' },
    })
    // What was done is not done again when the session goes on.
    const later = await run('-p', 'more words', '--continue')
    expect(later.flatMap(({ type, result }) => (type === 'result' ? [result] : []))).toEqual(['Two.'])
  },
)

requirement(
  ['001:70', '003:110'],
  'what commands say is true, a command of a file is a prompt, and what may not run does not',
  async () => {
    const opened = await open(
      'Reviewed.',
      { calls: [{ name: 'Bash', id: 'toolu_slow', input: { command: 'sleep 1' } }] },
      'Slept.',
      'Anew.',
    )
    put(join(opened.folder, 'CLAUDE.md'), 'Use tabs.')
    put(
      join(opened.folder, '.claude/commands/team/review.md'),
      '---\ndescription: Reviews a file\nargument-hint: <file>\nallowed-tools: Bash(touch:*)\n---\nLook at $1 for $ARGUMENTS[1].\nHere: !`ls`\n',
    )
    put(join(opened.root, 'commands/evil.md'), 'Before !`touch made-by-command` after')
    const agent = opened.start([...DRIVEN, '--allowedTools', 'Bash(sleep:*)'])
    expect(await ask(agent, '/help')).toMatchObject({
      result: expect.stringContaining('/team:review <file> - Reviews a file (project:team)'),
    })
    expect(await ask(agent, '/team:review a.ts "slow loops"')).toMatchObject({ result: 'Reviewed.' })
    expect(await ask(agent, '/evil')).toMatchObject({ result: expect.stringContaining('was not run') })
    expect(await ask(agent, '!touch made-by-person')).toMatchObject({
      result: expect.stringContaining('was not run'),
    })
    expect(await ask(agent, '/model opus')).toMatchObject({
      result: expect.stringMatching(/^Set model to claude-opus/),
    })
    expect(await ask(agent, '/permissions')).toMatchObject({
      result: expect.stringContaining('Bash(sleep:*)'),
    })
    expect(await ask(agent, '/memory')).toMatchObject({ result: expect.stringContaining('CLAUDE.md') })
    expect(await ask(agent, '/context')).toMatchObject({
      result: expect.stringMatching(/Messages: .* tokens/),
    })
    expect(await ask(agent, '/cost')).toMatchObject({ result: expect.stringContaining('Total cost:') })
    // One that comes while the model works is no words for it.
    const told = (): readonly unknown[] =>
      agent.events.flatMap(({ type, result }) => (type === 'result' ? [result] : []))
    const before = told().length
    agent.say('sleep')
    await agent.until(
      ({ type, message }) => type === 'assistant' && JSON.stringify(message).includes('toolu_slow'),
    )
    await ask(agent, '/clear')
    agent.say('new words')
    await agent.until(({ result }) => result === 'Anew.')
    expect(told().slice(before)).toEqual(['Slept.', expect.stringContaining('forgotten'), 'Anew.'])
    agent.hush()
    expect(await agent.ended).toMatchObject({ code: 0 })

    const [review = '', sleepy = '', slept = '', anew = ''] = requestsOf(opened)
    expect(review).toContain(
      '<command-message>team:review</command-message>\\n<command-name>/team:review</command-name>',
    )
    expect(review).toContain('Look at a.ts for slow loops.\\nHere: CLAUDE.md')
    expect(sleepy).toContain('Total cost:')
    expect(slept).not.toContain('<command-name>/clear')
    expect(anew).not.toContain('slow loops')
    expect(anew).toContain('Use tabs.')
    expect(anew).toContain('new words')
    expect(opened.simulator.log.all().map(({ request }) => request?.model?.includes('opus'))).toEqual([
      expect.anything(),
      true,
      true,
      true,
    ])
    expect(
      readLogs(opened.root).filter(({ attachment }) => JSON.stringify(attachment)?.includes('queued')),
    ).toEqual([])
    expect(readdirSync(opened.folder).filter(name => name.startsWith('made'))).toEqual([])
    expect(listRefusals(opened.simulator)).toEqual([])
  },
)
