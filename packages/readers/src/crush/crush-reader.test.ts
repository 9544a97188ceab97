import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refreshAgents } from '../copy/refresh-agents.ts'
import { listCopies, readBlocks, readEntries } from '../testing/reader-contract.ts'
import { type AgentHome, createAgentHome, readSample } from '../testing/samples.ts'

/** Made by SQLite with the tables of the program's own migrations; nobody gave us one of theirs. */
const DATABASE = readSample('crush/crush.db')

/**
 * What SQLite says of it, of the session and of the subagent's: `select json_extract(value, '$.type'), count(*) from messages,
 * json_each(parts) group by 1`.
 */
const COUNTS = { tool_call: 4, tool_result: 4, reasoning: 1 }

describe('Crush', () => {
  let place: AgentHome
  let project: string
  beforeEach(() => {
    place = createAgentHome()
    project = join(place.home, 'project')
    place.write('project/.crush/crush.db', DATABASE)
  })
  afterEach(() => place.remove())

  const know = (...projects: readonly object[]): void =>
    void place.write('.local/share/crush/projects.json', JSON.stringify({ projects }))
  const refresh = (): ReturnType<typeof refreshAgents> =>
    refreshAgents({ env: {}, home: place.home, folder: place.folder, agents: ['crush'] })
  const read = (): readonly (readonly Record<string, unknown>[])[] =>
    listCopies(place.folder).map(copy => readEntries(readFileSync(copy)))

  it('has a session of each row but those that made a title, and a subagent below its caller', async () => {
    know({ path: project, data_dir: '.crush' })
    expect((await refresh()).problems).toEqual([])
    expect(listCopies(place.folder).map(path => path.slice(path.indexOf('projects')))).toEqual([
      expect.stringMatching(/555555555555\.jsonl$/),
      expect.stringMatching(/555555555555.subagents.agent-m4--call_3\.jsonl$/),
    ])
    const entries = read().flat()
    expect(entries[0]).toMatchObject({ type: 'agent-source', cwd: project })
    expect(readBlocks(entries, 'tool_use')).toHaveLength(COUNTS.tool_call)
    expect(readBlocks(entries, 'tool_result')).toHaveLength(COUNTS.tool_result)
    expect(readBlocks(entries, 'thinking')).toHaveLength(COUNTS.reasoning)
    expect(entries.filter(({ type }) => type === 'agent-line')).toEqual([])
  })

  it('tells calls by our names, what the person ran, what was injected, a stop and a summary', async () => {
    know({ path: project, data_dir: join(project, '.crush') })
    await refresh()
    const [entries = []] = read()
    expect(readBlocks(entries, 'tool_use').map(({ name }) => name)).toEqual(['Read', 'Bash', 'Task', 'Edit'])
    expect(readBlocks(entries, 'tool_result').at(-1)).toMatchObject({ tool_use_id: 'call_4', is_error: true })
    expect(readBlocks(entries, 'image')).toHaveLength(1)
    const text = JSON.stringify(entries)
    expect(text).toContain('<bash-input>git status</bash-input>')
    expect(text).toContain('[Request interrupted by user]')
    expect(entries.filter(({ isMeta }) => isMeta === true)).toMatchObject([
      { message: { content: 'Continue' } },
    ])
    expect(entries).toContainEqual(expect.objectContaining({ subtype: 'compact_boundary' }))
    expect(entries.find(({ isCompactSummary }) => isCompactSummary === true)).toMatchObject({
      message: { content: 'a.txt was to be changed.' },
    })
  })

  it('is not written to, says what is damaged, and forgets projects that are gone', async () => {
    know({ path: project, data_dir: '.crush' }, { path: join(place.home, 'gone'), data_dir: '.crush' })
    await refresh()
    expect((await refresh()).changed).toBe(0)
    expect(readFileSync(join(project, '.crush/crush.db')).equals(DATABASE)).toBe(true)
    place.write('project/.crush/crush.db', DATABASE.subarray(0, 5_000))
    expect((await refresh()).problems).toMatchObject([{ path: join(project, '.crush/crush.db') }])
    expect(listCopies(place.folder)).toHaveLength(2)
  })

  it('has nothing where there is nothing', async () => {
    know()
    expect(await refresh()).toMatchObject({ problems: [], changed: 0 })
    place.write('.local/share/crush/projects.json', 'no JSON')
    expect(await refresh()).toMatchObject({ problems: [], changed: 0 })
  })
})
