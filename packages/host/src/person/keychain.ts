import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** The system's store for secrets. Each of these is false or null where the keychain is not there, locked or refuses. */
export interface Keychain {
  read(account: string): Promise<string | null>
  write(account: string, secret: string): Promise<boolean>
  remove(account: string): Promise<boolean>
}

type KeychainOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/**
 * macOS's keychain, or on Linux the session's secret service by `secret-tool`; null where neither is there. Secrets go in
 * and out by pipes: arguments of a program are seen by everybody on a machine.
 */
export async function findKeychain({ env, platform }: KeychainOptions): Promise<Keychain | null> {
  if (env.ANTIPHON_LOGINS === 'file') return null
  if (platform === 'darwin') return (await isProgram(SECURITY)) ? createMacKeychain(SECURITY, env) : null
  if (platform !== 'linux' || !env.DBUS_SESSION_BUS_ADDRESS) return null
  const tool = await findProgram('secret-tool', env.PATH)
  return tool === null ? null : createSecretService(tool, env)
}

const SECURITY = '/usr/bin/security'
const SERVICE = 'antiphon-mcp'
type Env = KeychainOptions['env']

function createSecretService(tool: string, env: Env): Keychain {
  const place = (account: string): readonly string[] => ['service', SERVICE, 'account', account]
  return {
    async read(account) {
      const { code, output } = await pipe(tool, ['lookup', ...place(account)], { env })
      return code === 0 && output !== '' ? output.replace(/\n$/, '') : null
    },
    async write(account, secret) {
      const label = ['--label', `Antiphon: login at an MCP server (${account})`]
      return (await pipe(tool, ['store', ...label, ...place(account)], { env, input: secret })).code === 0
    },
    remove: async account => (await pipe(tool, ['clear', ...place(account)], { env })).code === 0,
  }
}

/** `security -i` reads its commands, and with them the secret, from its input. */
function createMacKeychain(tool: string, env: Env): Keychain {
  const place = (account: string): string => `-a ${JSON.stringify(account)} -s ${SERVICE}`
  return {
    async read(account) {
      const args = ['find-generic-password', '-a', account, '-s', SERVICE, '-w']
      const { code, output } = await pipe(tool, args, { env })
      return code === 0 ? Buffer.from(output.trim(), 'base64').toString() : null
    },
    async write(account, secret) {
      const text = Buffer.from(secret).toString('base64')
      const input = `add-generic-password -U ${place(account)} -w ${text}\n`
      if (input.length > MAC_LINE) return false
      return (await pipe(tool, ['-i'], { env, input })).code === 0
    },
    async remove(account) {
      return (await pipe(tool, ['delete-generic-password', '-a', account, '-s', SERVICE], { env })).code === 0
    },
  }
}

/** What `security` reads of a line; the rest would be lost. */
const MAC_LINE = 4_000

type PipeOptions = { readonly env: Env; readonly input?: string }

async function pipe(
  program: string,
  args: readonly string[],
  { env, input = '' }: PipeOptions,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      env: { ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: LIMIT_MS,
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      output += text
    })
    child.on('error', () => resolve({ code: null, output: '' }))
    child.on('close', code => resolve({ code, output }))
    // One that is gone already says so by its code.
    child.stdin.on('error', () => undefined).end(input)
  })
}

/** Unlocking may ask the person. */
const LIMIT_MS = 60_000

/** A program of the system; a folder of `PATH` that is relative is the workspace's, which decides nothing. */
async function findProgram(name: string, path = ''): Promise<string | null> {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, name)
    if (isAbsolute(folder) && (await isProgram(file))) return file
  }
  return null
}

function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
