/** A form of secret that is known by its look alone. */
export type TokenKind = {
  readonly kind: string
  /** One of these stands in every text that holds such a secret; without them nothing is searched. */
  readonly hints: readonly string[]
  /** Global; all that it matches is the secret, its surroundings are looked at only. */
  readonly pattern: RegExp
}

/** Secrets that are known by the name they are given: `password=…`, `"api_key": "…"`. */
export const NAMED_KINDS = { password: 'password', secret: 'secret' } as const

/** What stands in the place of a secret. */
export function redactionMark(kind: string): string {
  return `${MARK_START}${kind}]`
}

/** How every mark begins; nothing that contains it is taken for a secret again. */
export const MARK_START = '[redacted:'

// A token begins where no word goes on. Escapes of JSON, of URLs and of terminals end in letters and digits, and a
// mark counts as a word: else a second pass would see tokens that the first one did not.
const LEFT = String.raw`(?<![A-Za-z0-9_-]|\[redacted:[a-z0-9-]{1,40}\])`
const ESCAPED = String.raw`(?<=\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|\u001b\[[0-9;]{0,12}m)`
const BEGIN = `(?:${LEFT}|${ESCAPED})`
const END = String.raw`(?![A-Za-z0-9_-]|\[redacted:)`
// Documentation is full of `sk-ant-your-key`: what was drawn at random has a digit. The bound keeps it linear.
const DRAWN = '(?=[A-Za-z_.~+/-]{0,80}[0-9])'

const GITLAB_PREFIXES = [
  'glpat-',
  'gldt-',
  'glrt-',
  'glptt-',
  'glcbt-',
  'glsoat-',
  'glft-',
  'glimt-',
  'glagent-',
  'gloas-',
]

const PEM_GAP = String.raw`(?:[\s"'+>|#]|-(?!-)|\\{1,32}[nrt"']|[0-9]{1,6}[→:|\t]|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{0,200}(?=[\n\\]))`
const PEM_LINE = '[A-Za-z0-9+/]{16,}={0,2}'
const PEM_END = `(?:${PEM_GAP}{0,40}[A-Za-z0-9+/=]{0,15}${PEM_GAP}{0,40}-{5,6}END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?`

/** A private key with its frame; the only kind that goes over several lines. */
export const PRIVATE_KEY: TokenKind = token(
  'private-key',
  ['PRIVATE KEY'],
  [
    // The body may be escaped, quoted, numbered or a diff, and its end may be missing.
    `-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----${PEM_GAP}{0,60}${PEM_LINE}(?:${PEM_GAP}{0,40}${PEM_LINE}){0,2000}${PEM_END}`,
  ],
)

/**
 * The table of kinds, in the order in which they are looked for. Lengths are lower bounds, so that a token which a
 * tool cut off is still found. No pattern reads a character more than a fixed number of times.
 */
export const TOKEN_KINDS: readonly TokenKind[] = [
  PRIVATE_KEY,
  token('age-key', ['AGE-SECRET-KEY-1'], ['AGE-SECRET-KEY-1[A-Z0-9]{30,}']),
  token('anthropic-key', ['sk-ant-'], [String.raw`sk-ant-${DRAWN}[\w-]{16,}`]),
  token(
    'openai-key',
    ['sk-'],
    [
      String.raw`${BEGIN}sk-(?:proj|svcacct|admin|None)-${DRAWN}[\w-]{20,}`,
      `${BEGIN}sk-(?:or-v1-)?${DRAWN}[A-Za-z0-9]{32,}`,
    ],
  ),
  token(
    'aws-secret-key',
    ['AKIA', 'ASIA'],
    [
      String.raw`(?<=(?:AKIA|ASIA)[A-Z0-9]{16}["']?[,:\s]{1,3}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=]|\[redacted:)`,
    ],
  ),
  token(
    'aws-access-key',
    ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    [`${BEGIN}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}${END}`],
  ),
  token(
    'github-token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    [`gh[pousr]_${DRAWN}[A-Za-z0-9]{20,}`, String.raw`github_pat_${DRAWN}\w{22,}`],
  ),
  token('gitlab-token', GITLAB_PREFIXES, [
    String.raw`${BEGIN}(?:${GITLAB_PREFIXES.join('|')})${DRAWN}[\w.-]{16,}`,
  ]),
  token(
    'slack-token',
    ['xox', 'xapp-', 'hooks.slack.com'],
    [
      `(?:xox[abceoprs]|xapp)-${DRAWN}[A-Za-z0-9-]{10,}`,
      String.raw`(?<=hooks\.slack\.com/(?:services|workflows)/)[A-Z0-9]{6,}(?:/[A-Za-z0-9]{6,}){1,3}`,
    ],
  ),
  token(
    'google-key',
    ['AIza', 'ya29.', 'GOCSPX-'],
    [String.raw`${BEGIN}AIza[\w-]{30,}`, String.raw`${BEGIN}ya29\.[\w-]{20,}`, String.raw`GOCSPX-[\w-]{20,}`],
  ),
  token(
    'stripe-key',
    ['k_live_', 'k_test_', 'whsec_'],
    [`${BEGIN}[srp]k_(?:live|test)_${DRAWN}[A-Za-z0-9]{10,}`, `${BEGIN}whsec_${DRAWN}[A-Za-z0-9+/]{20,}`],
  ),
  token('npm-token', ['npm_'], [`${BEGIN}npm_${DRAWN}[A-Za-z0-9]{30,}`]),
  token('pypi-token', ['pypi-AgE'], [String.raw`pypi-AgE[\w-]{30,}`]),
  token('huggingface-token', ['hf_'], [`${BEGIN}hf_${DRAWN}[A-Za-z0-9]{30,}`]),
  token(
    'azure-key',
    ['AccountKey=', 'SharedAccessKey=', 'sig='],
    [
      '(?<=(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{20,}={0,2}',
      '(?<=[?&]sig=)[A-Za-z0-9%+/]{30,}={0,2}',
    ],
  ),
  token('sendgrid-key', ['SG.'], [String.raw`${BEGIN}SG\.[\w-]{16,64}\.[\w-]{16,}`]),
  token('telegram-token', [':AA'], [String.raw`${BEGIN}[0-9]{8,10}:AA[\w-]{30,}`]),
  // Services of which one prefix says all.
  token(
    'service-token',
    [
      'gsk_',
      'xai-',
      'r8_',
      'pplx-',
      'dop_v1_',
      'lin_api_',
      'ntn_',
      'sbp_',
      'dckr_pat_',
      'PMAK-',
      'shpat_',
      'shpca_',
      'shppa_',
      'shpss_',
      'figd_',
      'hvs.',
      'ATATT3',
      'dapi',
    ],
    [
      `${BEGIN}(?:gsk_|xai-|r8_|pplx-|dop_v1_|lin_api_|ntn_|sbp_|PMAK-|shp(?:at|ca|pa|ss)_)${DRAWN}[A-Za-z0-9-]{30,}`,
      String.raw`${BEGIN}(?:dckr_pat_|figd_|hvs\.|ATATT3)${DRAWN}[\w=-]{20,}`,
      `${BEGIN}dapi${DRAWN}[0-9a-f]{32}${END}`,
    ],
  ),
  token('jwt', ['eyJ'], [String.raw`${BEGIN}eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){0,3}`]),
  token(
    'authorization',
    ['earer', 'EARER', 'asic'],
    [
      String.raw`(?<=\b[Bb](?:earer|EARER)["']?[ \t]{1,4})${DRAWN}[\w.~+/-]{16,}={0,2}`,
      String.raw`(?<=\b[Aa]uthorization["'\\]{0,9}\s?[:=]\s?["'\\]{0,9}[Bb]asic )[A-Za-z0-9+/]{8,}={0,2}`,
    ],
  ),
]

function token(kind: string, hints: readonly string[], sources: readonly string[]): TokenKind {
  return { kind, hints, pattern: new RegExp(sources.join('|'), 'g') }
}
