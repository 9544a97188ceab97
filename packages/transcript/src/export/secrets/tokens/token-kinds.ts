import { CLOUD_TOKENS } from './cloud-tokens.ts'
import { CODE_TOKENS } from './code-tokens.ts'
import { GENERAL_TOKENS, SERVICE_TOKENS } from './service-tokens.ts'
import type { TokenKind } from './token-kind.ts'

/** The table of tokens that are known by their look, from their vendors' public pages. */
export const TOKEN_KINDS: readonly TokenKind[] = [
  ...CODE_TOKENS,
  ...CLOUD_TOKENS,
  ...SERVICE_TOKENS,
  ...GENERAL_TOKENS,
]
