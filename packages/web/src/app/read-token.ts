import { takeToken } from './take-token.ts'

/** The token that somebody typed or pasted, alone or in the link that brings it. */
export function readToken(text: string): string {
  const typed = text.trim()
  return (URL.canParse(typed) ? takeToken(typed)?.token : undefined) ?? typed
}
