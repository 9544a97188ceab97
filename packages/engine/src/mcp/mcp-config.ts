/** How a server is reached. */
export type McpServerConfig = McpStdioConfig | McpRemoteConfig | McpHostConfig

/** A program that is started here and talks over its standard input and output. */
type McpStdioConfig = {
  readonly type: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export type McpRemoteConfig = {
  readonly type: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly oauth?: McpOauthConfig
}

/** What a person knows of a server's login; most servers tell all of it themselves. */
export type McpOauthConfig = {
  /** Who we are, where the authorization server registers nobody by itself. */
  readonly clientId?: string
  readonly clientSecret?: string
  /** The port of `http://localhost:PORT/callback`, as it was registered. */
  readonly callbackPort?: number
  /** What is asked for, with blanks between. */
  readonly scopes?: string
  /** Where the authorization server's metadata are, for servers that do not tell. */
  readonly authServerMetadataUrl?: string
  /** A page that describes us to authorization servers which read such pages. */
  readonly clientMetadataUrl?: string
  /** Logs in as this program, without a person. */
  readonly grant?: 'client_credentials'
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
