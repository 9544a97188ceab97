import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/antiphon-tests/', import.meta.url))
const SUITE = '@modelcontextprotocol/conformance@0.1.16'
/** The suite wants Node 22, which is a package of npm's, too. */
const NODE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const MIN_NODE = 22
/** What a client may take on a machine that does much else. */
const PATIENCE_MS = 90_000

/** The official judge of MCP clients and servers. */
export interface ConformanceSuite {
  /** The scenarios for clients that are neither drafts nor extensions. */
  listClientScenarios(): Promise<readonly string[]>
  /** Judges a client, which is a command without blanks in its words; the report, and whether every check passed. */
  judgeClient(scenario: string, command: string): Promise<Judgement>
  /** Judges a server at an address, which has to answer without being shown a token. */
  judgeServer(scenario: string, url: string): Promise<Judgement>
}

type Judgement = { readonly isPassed: boolean; readonly report: string }

/** Installs it once, some 240 MB which the lock does not name; tells why it cannot be had where it cannot. */
export async function openConformanceSuite(): Promise<ConformanceSuite | { readonly missing: string }> {
  const isNew = Number(process.versions.node.split('.')[0]) >= MIN_NODE
  const folder = join(CACHE, `mcp-conformance-${SUITE.split('@').at(-1)}${isNew ? '' : `-node-${MIN_NODE}`}`)
  try {
    if (!existsSync(folder)) await install(folder, isNew ? [SUITE] : [SUITE, `${NODE}@${MIN_NODE}`])
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n').at(-1) : String(error)
    return { missing: `the MCP conformance suite cannot be installed: ${why}` }
  }
  const node = isNew ? process.execPath : join(folder, 'node_modules', NODE, 'bin', 'node')
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const run = (args: readonly string[]) =>
    promisify(execFile)(node, [program, ...args], {
      cwd: folder,
      maxBuffer: 20_000_000,
      timeout: 2 * PATIENCE_MS,
    })
  return {
    async listClientScenarios() {
      const { stdout } = await run(['list', '--client'])
      return [...stdout.matchAll(/^ {2}- (\S+) \[([^\]]+)\]$/gm)].flatMap(([, name = '', versions = '']) =>
        ['draft', 'extension'].includes(versions) ? [] : [name],
      )
    },
    judgeClient: (scenario, command) => judge('client', { scenario, command, timeout: PATIENCE_MS }),
    judgeServer: (scenario, url) => judge('server', { scenario, url }),
  }

  function judge(side: string, words: Readonly<Record<string, string | number>>): Promise<Judgement> {
    // What it keeps of each run is nobody's.
    const args = Object.entries({ ...words, 'output-dir': join(folder, 'results') }).flatMap(
      ([name, value]) => [`--${name}`, `${value}`],
    )
    return run([side, ...args]).then(
      ({ stdout, stderr }) => ({ isPassed: true, report: `${stdout}\n${stderr}` }),
      error => ({ isPassed: false, report: `${error.stdout}\n${error.stderr}` }),
    )
  }
}

async function install(folder: string, packages: readonly string[]): Promise<void> {
  const draft = `${folder}-new-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  writeFileSync(join(draft, 'package.json'), '{"name":"for-tests","private":true}\n')
  const args = ['install', ...packages, '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1']
  await promisify(execFile)('npm', args, { cwd: draft, timeout: 300_000 })
  // A folder that bears the name is complete: it gets the name last.
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another test file may have installed it meanwhile.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
