import { basename } from 'node:path'

/** The name by which a person asks for a session or a subagent: that of its file. */
export function sessionIdOf({ path }: { readonly path: string }): string {
  return basename(path, '.jsonl')
}
