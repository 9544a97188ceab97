import { isIP } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command-context.ts'
import type { WindowOptions } from '../window/run-server.ts'

/** `antiphon open [SESSION]`, and `antiphon` alone: the window on all sessions, until Ctrl-C. */
export function addOpenCommand(program: Command, { io }: CommandContext): void {
  program
    .command('open')
    .summary('all sessions in a page of your browser')
    .description(
      'Runs a small server on 127.0.0.1 with a page that lists, shows, follows and searches your sessions; until Ctrl-C. ' +
        'It prints a link, which holds the token without which the server answers nothing, and opens it where there is a screen.',
    )
    .argument('[session]', 'show this one: a session id or its beginning, or its file')
    .option('--port <n>', 'where to listen (default: a free port)', parsePort)
    .option('--host <address>', 'where others reach it, too: those whom `antiphon access` names')
    .option('--host-name <name...>', 'a further name under which it is reached, such as that of a proxy')
    .option(
      '--trust-proxy <address...>',
      'the proxy that says who somebody is, in --identity-header',
      parseAddress,
    )
    .option('--identity-header <name>', 'the header in which the trusted proxy names the person', parseHeader)
    .option('--no-browser', 'only print the link')
    .option('--json', 'print {"url": …} and open nothing')
    .addHelpText('after', EXAMPLES)
    .action(async (session: string | undefined, options: Omit<WindowOptions, 'session'>) => {
      // Loaded here, so that no other command waits for the server.
      // Left to itself the heap grows to four times what is alive before it is cleaned: more than all else that a window
      // holds. It has to be told before the server's modules are loaded.
      setFlagsFromString('--heap-growing-percent=50')
      setFlagsFromString('--semi-space-growth-factor=1')
      const { runServer } = await import('../window/run-server.ts')
      await runServer({ ...options, ...(session !== undefined && { session }) }, io)
    })
}

/** A port, or an error that says what one is. */
export function parsePort(value: string): number {
  const port = Number(value)
  if (/^\d+$/.test(value) && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

function parseAddress(value: string, before: readonly string[] = []): readonly string[] {
  if (isIP(value) !== 0) return [...before, value]
  throw new InvalidArgumentError('A proxy is trusted by its IP address, such as 10.0.0.1.')
}

function parseHeader(value: string): string {
  if (/^[A-Za-z0-9-]+$/.test(value)) return value
  throw new InvalidArgumentError('It must be the name of a header, such as X-Forwarded-User.')
}

const EXAMPLES = `
Examples:
  antiphon
  antiphon open 350d4477
  antiphon open --port 4020 --no-browser
  antiphon open --json | jq -r .url
  antiphon open --host 0.0.0.0 --port 4020 --host-name sessions.example --no-browser
  antiphon open --trust-proxy 127.0.0.1 --identity-header X-Forwarded-User --host-name sessions.example`
