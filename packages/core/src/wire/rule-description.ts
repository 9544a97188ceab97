/**
 * What a permission rule allows, taken apart so that a sentence can be made of it in any language. An `example` is
 * something else that the rule allows, too; it is missing where none is certain.
 */
export type RuleDescription =
  /** Every use of a tool; of Bash, every command. */
  | { readonly kind: 'every-use'; readonly tool: string; readonly example?: string }
  /** Every tool of an MCP server, or those whose names fit. */
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'tools'; readonly pattern: string; readonly example?: string }
  /** One command as it is written. */
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'command-prefix'; readonly words: string; readonly example?: string }
  | { readonly kind: 'command-pattern'; readonly pattern: string; readonly example?: string }
  | RuleOfFiles
  /** Pages of a host, of every host below it, of hosts that fit. */
  | {
      readonly kind: 'pages'
      readonly reach: 'host' | 'below' | 'pattern' | 'all'
      readonly domain: string
      readonly example?: string
    }
  /** A use of a tool that names something: a skill, a kind of subagent. */
  | {
      readonly kind: 'detail'
      readonly tool: string
      readonly detail: string
      readonly reach: 'exact' | 'prefix' | 'pattern'
    }
  /** It cannot be read, and so it allows nothing. */
  | { readonly kind: 'nothing'; readonly problem: string }

/** Files that a rule names. */
export type RuleOfFiles = {
  readonly kind: 'files'
  /** Every reading, every change, or what one tool does. */
  readonly use: 'read' | 'write' | 'tool'
  readonly tool: string
  /** One file or folder, a name at any depth, or whatever fits. */
  readonly reach: 'one' | 'any-depth' | 'pattern'
  readonly pattern: string
  readonly example?: string
}
