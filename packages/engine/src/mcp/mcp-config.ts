/** How a server is reached. */
export type McpServerConfig = McpStdioConfig | McpRemoteConfig | McpHostConfig

/** A program that is started here and talks over its standard input and output. */
type McpStdioConfig = {
  readonly type: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

type McpRemoteConfig = {
  readonly type: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** A server that lives in the program that started us, and is reached through it. */
type McpHostConfig = { readonly type: 'sdk'; readonly name: string }

export type McpServerConfigs = Readonly<Record<string, McpServerConfig>>

/** Why a server, or a part of it, cannot be used. */
export type McpProblem = {
  /** The server's name, or the file that names it. */
  readonly server: string
  readonly what: string
  readonly whatToDo: string
}
