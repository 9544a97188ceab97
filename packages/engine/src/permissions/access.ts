/** What a call would touch, as far as permission rules can tell. Paths are absolute, as the model gave them. */
export type Access =
  /** Nothing outside the conversation: todos, plan mode, questions. */
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  | { readonly kind: 'write'; readonly paths: readonly string[] }
  | {
      readonly kind: 'command'
      readonly command: string
      readonly cwd: string
      /** The system keeps rules for files (`rules`), and everything outside the folders as it is (`folder`). */
      readonly keptBy?: 'rules' | 'folder'
      /** What the system keeps in need not be asked about. */
      readonly isInside?: boolean
      /** There is a sandbox, and the call asks to run outside. */
      readonly isLeaving?: boolean
    }
  | { readonly kind: 'fetch'; readonly url: string }
  /** Whatever the tool does; a rule names it by its tool and this detail: `Skill(pdf)`, `Task(explorer)`, `mcp__github__search`. */
  | { readonly kind: 'tool'; readonly detail?: string }
