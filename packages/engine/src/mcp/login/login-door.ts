import { randomUUID } from 'node:crypto'
import type { OnElicitation } from '../answer-server-requests.ts'
import { toServerLine } from '../clean-server-text.ts'
import type { McpProblem, McpRemoteConfig, McpServerConfig } from '../mcp-config.ts'
import type { ServerLogin } from './create-server-login.ts'
import type { McpLoginStore } from './login-store.ts'

export type LoginDoorOptions = {
  readonly name: string
  readonly config: McpServerConfig
  readonly logins?: McpLoginStore | undefined
  readonly onElicitation?: OnElicitation | undefined
  readonly onProblem: (problem: McpProblem) => void
}

/** Loaded where there is a server far away: nobody else waits for it. A header of the configuration counts before any login. */
export function createLoginLoader({
  name,
  config,
  logins,
}: LoginDoorOptions): () => Promise<ServerLogin | null> {
  let login: Promise<ServerLogin> | null = null
  return async () => {
    if (!logins || !('url' in config) || hasOwnHeader(config)) return null
    login ??= import('./create-server-login.ts').then(({ createServerLogin }) =>
      createServerLogin({ name, config, store: logins }),
    )
    return login
  }
}

/** Calls that wait for the same login ask the person once. */
export function createLoginQuestion(
  { name, onElicitation, onProblem }: LoginDoorOptions,
  login: () => ServerLogin | null,
): (signal: AbortSignal) => Promise<boolean> {
  let asking: Promise<boolean> | null = null

  async function ask(signal: AbortSignal): Promise<boolean> {
    const wanted = login()
    if (!wanted?.wanting() || !onElicitation) throw new Error(`it wants a login: /mcp login ${name}`)
    const what = wanted.wanting()?.isStepUp
      ? 'The call needs a login that reaches further.'
      : 'The call needs a login.'
    const show = async (url: string): Promise<boolean> => {
      const question = { mode: 'url' as const, url, elicitationId: randomUUID() }
      const answer = await onElicitation(
        { serverName: name, message: `${what} Open this page?`, ...question },
        signal,
      )
      return answer?.action === 'accept'
    }
    await wanted.login({ show, signal })
    return true
  }

  return signal => {
    asking ??= ask(signal)
      .catch((error: unknown) => {
        onProblem({
          server: name,
          what: toServerLine(error instanceof Error ? error.message : String(error)),
          whatToDo: `log in: /mcp login ${name}`,
        })
        return false
      })
      .finally(() => {
        asking = null
      })
    return asking
  }
}

function hasOwnHeader({ headers }: McpRemoteConfig): boolean {
  return Object.keys(headers).some(header => header.toLowerCase() === 'authorization')
}

/** Why nobody can log in at a server. */
export function describeMissingLogin(config: McpServerConfig): string {
  if (!('url' in config)) return 'only a server at an address has a login'
  return hasOwnHeader(config)
    ? 'its configuration has a header authorization, which counts; take that out to log in'
    : 'logins are not kept here'
}
