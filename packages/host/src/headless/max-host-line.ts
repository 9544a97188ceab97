import { DEFAULT_MAX_LINE_BYTES } from '@antiphon/core/wire'

/** The longest line that a host can read: the Python SDK's reader dies of a longer one, others read any. */
export function maxHostLine(env: Readonly<Record<string, string | undefined>>): number {
  return env.CLAUDE_CODE_ENTRYPOINT === 'sdk-py' ? DEFAULT_MAX_LINE_BYTES : Number.POSITIVE_INFINITY
}
