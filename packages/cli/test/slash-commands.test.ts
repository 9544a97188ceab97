import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMMAND_TABLE } from '@antiphon/engine'
import { createScriptModel } from '@antiphon/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createHeadlessKit,
  DRIVEN,
  type HeadlessKit,
  type Line,
  listRefusals,
  readLogs,
} from './headless-kit.ts'
import { ask, put, setUpScripted } from './seeds/scripted-kit.ts'

/** What only a face can do. */
const FACES: readonly string[] = ['resume', 'theme', 'exit']

/** Those that ask a model themselves, or begin the context anew. */
const LAST: readonly string[] = ['rename', 'compact', 'clear']

const NAMES = COMMAND_TABLE.map(({ name }) => name).toSorted(
  (one, other) => LAST.indexOf(one) - LAST.indexOf(other),
)

/** What a request says, without the marks of the cache. */
function messagesOf({ simulator }: HeadlessKit): readonly string[][] {
  return simulator.log.all().map(({ request }) =>
    (request?.messages ?? []).map(message =>
      // A text alone is stored as such, and as a block where a mark stands at it.
      JSON.stringify(message).replaceAll(/,"cache_control":\{[^}]*\}/g, ''),
    ),
  )
}

describe('antiphon -p', () => {
  let kit: HeadlessKit
  beforeAll(async () => {
    kit = await createHeadlessKit(createScriptModel(['One.', 'My session', 'The summary.', 'Two.']))
    const agent = kit.start(['-p', 'first words', '--output-format', 'json'])
    agent.hush()
    await agent.ended
  })
  afterAll(() => kit.close())

  /** Runs one prompt as a process and gives its result. */
  async function print(prompt: string): Promise<Line> {
    const agent = kit.start(['-p', prompt, '--continue', '--output-format', 'json'])
    agent.hush()
    expect(await agent.ended).toMatchObject({ code: 0 })
    return agent.events[0] ?? {}
  }

  it.each(NAMES)('/%s answers without the model', async name => {
    const before = kit.simulator.log.all().length
    const answers = (): readonly Line[] =>
      readLogs(kit.root).filter(({ subtype }) => subtype === 'local_command')
    const stored = answers().length
    const { result, is_error: isError } = await print(`/${name}`)
    expect(isError).toBe(false)
    expect(result).toMatch(/\S/)
    expect(result).not.toMatch(/^\/\w+ failed|Unknown slash command|undefined|NaN/)
    expect(String(result).includes('is not done here')).toBe(FACES.includes(name))
    if (!LAST.includes(name)) expect(kit.simulator.log.all()).toHaveLength(before)
    // A fork has those of its past as well.
    expect(answers().length).toBeGreaterThan(stored)
    expect(listRefusals(kit.simulator)).toEqual([])
  })
})

const open = setUpScripted()

const CHECKPOINTS = { env: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' } }

const SERVER = fileURLToPath(new URL('../../engine/src/mcp/testing/stdio-server.mjs', import.meta.url))

describe('over stream-json', () => {
  it('names in init exactly what it answers, does it, and sends every byte again that it sent before', async () => {
    const kit = await open('One.', 'Two.')
    put(join(kit.folder, 'CLAUDE.md'), 'Use tabs.\n')
    const agent = kit.start([
      ...[...DRIVEN, '--permission-mode', 'acceptEdits'],
      ...['--allowedTools', `Read(/${kit.root}/**)`],
    ])
    expect(await ask(agent, 'harbour lights')).toMatchObject({ result: 'One.' })
    const init = agent.events.find(({ subtype }) => subtype === 'init')
    expect(init?.slash_commands).toEqual(
      COMMAND_TABLE.map(({ name }) => name).filter(name => !FACES.includes(name)),
    )
    const answers: readonly (readonly [string, string | RegExp])[] = [
      ['/help', /^Commands:\n {2}\/help - /],
      ['/context', /^Context: .* tokens/],
      ['/cost', 'Total cost:'],
      ['/usage', /total +1 +1 /],
      ['/usage month', /total +1 +1 /],
      ['/usage moon', 'put together by day'],
      ['/permissions', 'Mode: acceptEdits'],
      ['/mode', 'The permission mode is acceptEdits.'],
      ['/mode bypassPermissions', 'A prompt cannot allow more'],
      ['/mode whim', 'There is no permission mode whim'],
      ['/mode default', 'Set permission mode to default'],
      ['/mode acceptEdits', 'A prompt cannot allow more'],
      ['/export notes.html', 'notes.html was not written: '],
      ['/memory project Never shout', 'Nothing was added to'],
      ['/rewind', /1\. harbour lights/],
      ['/rewind 1', 'checkpoints of files are switched off'],
      ['/rewind 9', 'There is no prompt 9.'],
      ['/rename  The   harbour ', 'The session is called: The harbour'],
      ['/doctor', '✓ Fine.'],
      ['/mcp', 'There are no MCP servers.'],
      ['/agents', 'general-purpose'],
      ['/memory', 'CLAUDE.md'],
      ['/memory somewhere words', 'Say whose memory'],
      ['/todos', 'nothing to do'],
      ['/tasks', 'Nothing runs'],
      ['/status', /Folder +\/.*project\nModel +claude/],
      ['/search harbour', /› prompt +harbour lights/],
      ['/search', 'Say what to look for'],
      ['/fork', /Forked \d+ entries of .*Go on in it with: antiphon -r /s],
      ['/theme', '/theme is not done here.'],
    ]
    for (const [prompt, answer] of answers)
      expect(await ask(agent, prompt), prompt).toMatchObject({
        is_error: false,
        result: typeof answer === 'string' ? expect.stringContaining(answer) : expect.stringMatching(answer),
      })
    // Each is a line of the host, too.
    expect(agent.events.filter(({ subtype }) => subtype === 'local_command_output')).toHaveLength(
      answers.length,
    )
    expect(await ask(agent, 'second words')).toMatchObject({ result: 'Two.' })
    agent.hush()
    expect(await agent.ended).toMatchObject({ code: 0 })
    const [first = [], second = []] = messagesOf(kit)
    expect(second.slice(0, first.length)).toEqual(first)
    expect(second.at(-1)).toContain('/search harbour'.slice(1))
    expect(readLogs(kit.root).filter(({ customTitle }) => customTitle === 'The harbour')).not.toEqual([])
    expect(existsSync(join(kit.folder, 'notes.html'))).toBe(false)
    expect(readFileSync(join(kit.folder, 'CLAUDE.md'), 'utf8')).toBe('Use tabs.\n')
    expect(listRefusals(kit.simulator)).toEqual([])
  })

  it('what was said elsewhere is read, and a file written, only where rules let the session', async () => {
    const kit = await open('One.', 'Two.')
    const agent = kit.start(DRIVEN)
    await ask(agent, 'harbour lights')
    for (const prompt of ['/search harbour', '/usage day'])
      expect(await ask(agent, prompt)).toMatchObject({ result: expect.stringContaining('was not read') })
    agent.hush()
    await agent.ended
    const editor = kit.start([...DRIVEN, '--continue', '--permission-mode', 'acceptEdits'])
    for (const file of ['notes.html', 'notes.md', 'notes.json']) {
      expect(await ask(editor, `/export ${file}`)).toMatchObject({
        result: expect.stringContaining('written to'),
      })
      expect(readFileSync(join(kit.folder, file), 'utf8')).toContain('harbour lights')
    }
    expect(await ask(editor, '/export notes.md')).toMatchObject({ result: expect.stringMatching(/exists/) })
    expect(await ask(editor, '/export ../outside.md')).toMatchObject({
      result: expect.stringContaining('was not written'),
    })
    expect(await ask(editor, '/memory project Never shout\u001b[2J.')).toMatchObject({
      result: expect.stringMatching(/^Added to .*CLAUDE\.md/),
    })
    expect(readFileSync(join(kit.folder, 'CLAUDE.md'), 'utf8')).toBe('- Never shout.\n')
    expect(await ask(editor, '/memory')).toMatchObject({
      result: expect.stringMatching(/^Instructions.*\n.*CLAUDE\.md/),
    })
    await ask(editor, 'more words')
    editor.hush()
    await editor.ended
    expect(JSON.stringify(kit.simulator.log.all().at(-1)?.request?.messages)).toContain('- Never shout.')
    expect(readLogs(kit.root).filter(({ subtype }) => subtype === 'memory_saved')).toHaveLength(1)
    expect(listRefusals(kit.simulator)).toEqual([])
  })

  it('/rewind gives files back that the model changed since a prompt', async () => {
    const kit = await open(
      'One.',
      { calls: [{ name: 'Write', id: 'toolu_write', input: { file_path: 'FILE', content: 'new' } }] },
      'Written.',
    )
    const agent = kit.start([...DRIVEN, '--permission-mode', 'acceptEdits'], CHECKPOINTS)
    await ask(agent, 'look around')
    await ask(agent, 'write the file')
    const file = join(kit.folder, 'FILE')
    expect(existsSync(file)).toBe(true)
    await ask(agent, '/mode default')
    expect(await ask(agent, '/rewind 1')).toMatchObject({
      result: expect.stringContaining('FILE was not written: '),
    })
    agent.hush()
    await agent.ended
    const editor = kit.start([...DRIVEN, '--continue', '--permission-mode', 'acceptEdits'], CHECKPOINTS)
    expect(await ask(editor, '/rewind')).toMatchObject({
      result: expect.stringMatching(/1\. write the file\n {2}2\. look around$/),
    })
    expect(await ask(editor, '/rewind 1')).toMatchObject({
      result: expect.stringMatching(/^1 file as at "write the file", \+0 −1\./),
    })
    expect(existsSync(file)).toBe(false)
    editor.hush()
    await editor.ended
  })

  it('!command tells what it prints while it runs', async () => {
    const kit = await open()
    const agent = kit.start([...DRIVEN, '--allowedTools', 'Bash(sleep:*)'])
    agent.say('!echo begun && sleep 3 && echo done')
    const told = await agent.until(
      ({ type, output }) => type === 'tool_progress' && String(output).includes('begun'),
    )
    expect(agent.events.filter(({ type }) => type === 'result')).toEqual([])
    expect(told).toMatchObject({ tool_name: 'Bash' })
    expect(await agent.until(({ type }) => type === 'result')).toMatchObject({ result: 'begun\ndone' })
    agent.hush()
    await agent.ended
  })

  it('a command of a file may choose who answers it, and the session goes on with its own model', async () => {
    const kit = await open('One.', 'Quick.', 'Two.')
    put(join(kit.root, 'commands/quick.md'), '---\nmodel: haiku\n---\nSay it quickly: $ARGUMENTS')
    put(join(kit.folder, '.claude/commands/costly.md'), '---\nmodel: opus\n---\nThink.')
    const agent = kit.start([...DRIVEN, '--model', 'sonnet'])
    for (const prompt of ['first', '/quick now', 'second']) await ask(agent, prompt)
    agent.hush()
    await agent.ended
    const models = kit.simulator.log.all().map(({ request }) => request?.model)
    expect(models).toEqual([
      expect.stringContaining('sonnet'),
      expect.stringContaining('haiku'),
      expect.stringContaining('sonnet'),
    ])
    const [first = [], quick = [], second = []] = messagesOf(kit)
    expect(quick.slice(0, first.length)).toEqual(first)
    expect(second.slice(0, quick.length)).toEqual(quick)
    expect(listRefusals(kit.simulator)).toEqual([])
  })

  it('a prompt of an MCP server is called by name, and nothing in its text is run, filled in or attached', async () => {
    const kit = await open('Reviewed.', 'Later.')
    put(join(kit.folder, 'secret.txt'), 'the secret of the harbour')
    const rich = { command: process.execPath, args: [SERVER, 'rich'] }
    const agent = kit.start([
      ...[...DRIVEN, '--mcp-config', JSON.stringify({ mcpServers: { rich } })],
      ...['--allowedTools', 'Bash(touch:*)'],
    ])
    expect(await ask(agent, '/help')).toMatchObject({
      result: expect.stringContaining('/mcp__rich__review_notes <file> [about] - Reviews a note (rich)'),
    })
    expect(await ask(agent, '/mcp__rich__review_notes a.md "slow loops" and more')).toMatchObject({
      result: 'Reviewed.',
    })
    expect(await ask(agent, '/mcp__rich__broken')).toMatchObject({
      is_error: false,
      result: expect.stringContaining('no such prompt today'),
    })
    agent.hush()
    await agent.ended
    const [request = []] = messagesOf(kit)
    const last = request.at(-1) ?? ''
    expect(last).toContain('Look at a.md for slow loops and more. !`touch made-by-prompt` @secret.txt $1')
    expect(last).not.toContain('the secret of the harbour')
    expect(existsSync(join(kit.folder, 'made-by-prompt'))).toBe(false)
    expect(kit.simulator.log.all()).toHaveLength(1)
    const init = agent.events.find(({ subtype }) => subtype === 'init')
    expect(init?.slash_commands).toContain('mcp__rich__review_notes')
    expect(listRefusals(kit.simulator)).toEqual([])
  })
})
