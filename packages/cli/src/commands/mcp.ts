import { createInterface } from 'node:readline/promises'
import { ProgramError } from '@antiphon/host'
import { type Command, Option } from 'commander'
import { type CommandContext, type OutputFlags, printResult, writeLines } from '../command-context.ts'
import { formatConfigured } from '../mcp/format-configured.ts'
import { AGENT_CONFIGS } from '../mcp/install/agent-configs.ts'
import {
  listConfiguredServers,
  logInAtServer,
  logOutOfServer,
  type ServerWish,
} from '../mcp/person-servers.ts'
import type { ServeRecallOptions } from '../recall/serve-recall.ts'
import { openBrowser } from '../window/open-browser.ts'
import { parsePort } from './open.ts'

type ServerFlags = OutputFlags & { readonly mcpConfig?: readonly string[]; readonly trust?: true }
type InstallFlags = {
  readonly install?: string
  readonly uninstall?: string
  readonly write?: true
  readonly skill?: true
  readonly allProjects?: true
}
type ServeFlags = Omit<ServeRecallOptions, 'cwd'>
type LoginFlags = ServerFlags & { readonly browser: boolean }

/** `antiphon mcp`: past sessions for agents that ask, and the MCP servers that an agent in this folder would have. */
export function addMcpCommand(program: Command, { io }: CommandContext): void {
  const toWish = ({ mcpConfig = [], trust }: ServerFlags): ServerWish => ({
    ...{ io, cwd: process.cwd(), mcpConfig },
    ...(trust && { trust }),
  })
  const mcp = program
    .command('mcp')
    .summary('past sessions as an MCP server; MCP servers of this folder, and logins at them')
    .description(
      'Without a command, and where a program started it: `serve`, so that any agent can ask about past sessions. The ' +
        'other commands show the MCP servers that an agent in this folder would have, and log you in at those that want ' +
        'it. Logins are kept in the keychain of the system, or in a file that only you can read.',
    )
    .addHelpText('after', EXAMPLES)
    .addOption(
      installOption('--install <agent>', 'say how an agent asks past sessions; with --write set it up'),
    )
    .addOption(installOption('--uninstall <agent>', 'the same, to take it out again').conflicts('install'))
    .option('--write', 'with --install or --uninstall: change the settings of the agent')
    .option('--skill', 'with --install claude: also a skill that tells it when to ask')
    .option('--all-projects', 'with --install: have every project told')
    .action(async ({ install, uninstall, ...flags }: InstallFlags, command: Command) => {
      const agent = install ?? uninstall
      if (agent !== undefined) {
        const { installRecall } = await import('../mcp/install/install-recall.ts')
        const lines = await installRecall(
          {
            ...{ agent, isWriting: flags.write === true, isRemoving: install === undefined },
            hasSkill: flags.skill === true,
            program: [process.execPath, ...process.argv.slice(1, 2)],
            flags: flags.allProjects ? ['--all-projects'] : [],
          },
          io,
        )
        return writeLines(io, io.stdout, lines)
      }
      if (flags.write || flags.skill)
        throw new ProgramError(
          'wrong-use',
          '--write and --skill are for --install or --uninstall. See `antiphon mcp --help`.',
        )
      // Who types it wants to know what it is; who starts it with a pipe wants to speak the protocol.
      if (io.stdin.isTTY) command.help()
      await serve(flags.allProjects ? { allProjects: true } : {})
    })
  const serve = async (flags: ServeFlags): Promise<void> => {
    const { serveRecall } = await import('../recall/serve-recall.ts')
    await serveRecall({ ...flags, cwd: process.cwd() }, io)
  }
  mcp
    .command('serve')
    .summary('serve past sessions to an agent')
    .description(
      'An MCP server on standard input and output with which an agent asks about past sessions: what was said, how a file ' +
        'was changed and why, what a command printed, what failed, what it cost. It tells of the project of the working ' +
        'directory, its worktrees, and the folders that the client announces; secrets are redacted.',
    )
    .option('--all-projects', 'tell of every project')
    .option('--project <path...>', 'tell of these directories and what lies below them')
    .option('--http', 'over HTTP, as the window does: every project that whoever asks may see')
    .option('--port <n>', 'with --http: where to listen (default: a free port)', parsePort)
    .option('--json', 'with --http: print {"url": …, "headers": …}')
    .option('--no-redact', 'leave secrets as they stand')
    .addHelpText('after', SERVE_EXAMPLES)
    // `--all-projects` is an option of both commands, and the outer one takes it.
    .action((_flags: unknown, command: Command) => serve(command.optsWithGlobals()))
  addServerOptions(mcp.command('list'))
    .summary('the servers')
    .description('Lists the servers of this folder and of your settings. None of them is started or asked.')
    .option('--json', 'print an array of JSON objects')
    .action(async (flags: ServerFlags) => {
      const servers = await listConfiguredServers(toWish(flags))
      await printResult(io, flags, { value: servers, format: () => formatConfigured(servers) })
    })
  addServerOptions(mcp.command('login'))
    .summary('log in at a server')
    .description(
      'Opens the page at which you log in, or prints its link where there is no screen. After you have agreed there, the ' +
        'browser comes back to a port of this machine; where it runs elsewhere, paste the address at which it ended.',
    )
    .argument('<server>', 'as `antiphon mcp list` has it')
    .option('--no-browser', 'only print the link')
    .action(async (name: string, flags: LoginFlags) => {
      await logIn(name, { io, wish: toWish(flags), hasBrowser: flags.browser })
      await io.stdout.write(`Logged in at ${name}.\n`)
    })
  addServerOptions(mcp.command('logout'))
    .summary('forget a login')
    .description(
      'Forgets the login at a server here, and tells its authorization server so where that listens.',
    )
    .argument('<server>', 'as `antiphon mcp list` has it')
    .action(async (name: string, flags: ServerFlags) => {
      const wasThere = await logOutOfServer(name, toWish(flags))
      await io.stdout.write(wasThere ? `Logged out of ${name}.\n` : `There was no login at ${name}.\n`)
    })
}

function installOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(Object.keys(AGENT_CONFIGS))
}

function addServerOptions(command: Command): Command {
  return command
    .option('--mcp-config <configs...>', 'servers from JSON files or texts, as for an agent')
    .option('--trust', 'trust this folder: what its settings name counts')
}

type LogInOptions = Pick<CommandContext, 'io'> & { readonly wish: ServerWish; readonly hasBrowser: boolean }

async function logIn(name: string, { io, wish, hasBrowser }: LogInOptions): Promise<void> {
  const isPerson = io.stdout.isTerminal
  const line = isPerson ? createInterface({ input: io.stdin }) : null
  const stop = new AbortController()
  // Whoever leaves by Ctrl-C while typing, leaves.
  line?.on('SIGINT', () => stop.abort(new Error('called off')))
  const signal = AbortSignal.any([io.signal, stop.signal])
  const words: string[] = []
  try {
    await logInAtServer(name, wish, {
      signal,
      show(link) {
        words.push(`Open this page to log in at ${name}:`, link)
        if (isPerson)
          words.push('', 'Where the browser is on another machine: paste the address at which it ended here.')
        void io.stderr.write(`${words.join('\n')}\n`)
        if (isPerson && hasBrowser) openBrowser(link, { platform: process.platform, env: io.env })
      },
      onWaiting: finish =>
        line?.on('line', address => {
          if (address.trim() === '') return
          finish(address.trim()).catch(
            error => void io.stderr.write(`${error instanceof Error ? error.message : error}\n`),
          )
        }),
    })
  } finally {
    line?.close()
  }
}

const SERVE_EXAMPLES = `
Examples:
  antiphon mcp serve                       what an agent starts; nothing is to be seen in a terminal
  antiphon mcp serve --all-projects
  antiphon mcp serve --project ~/projects/app ~/projects/lib
  antiphon mcp serve --http --port 4021    what an agent elsewhere on this machine asks over HTTP`

const EXAMPLES = `
Examples:
  antiphon mcp --install claude            what would be written, and where
  antiphon mcp --install claude --write --skill
  antiphon mcp --install codex --write --all-projects
  antiphon mcp --uninstall cursor --write
  antiphon mcp serve --all-projects
  antiphon mcp list
  antiphon mcp login linear
  antiphon mcp logout linear`
