import { BEGIN, DRAWN, prefixed, STOP, type TokenKind, token, UUID_FORM } from './token-kind.ts'

const GITLAB_PREFIXES =
  'glpat- gldt- glrt- glrtr- glptt- glcbt- glsoat- glft- glimt- glagent- gloas- glffct- glwt- GR1348941'

/** Forges, their pipelines, registries of packages, and models. */
export const CODE_TOKENS: readonly TokenKind[] = [
  token('anthropic-key', ['sk-ant-'], [String.raw`sk-ant-${DRAWN}[\w-]{16,}`]),
  token(
    'openai-key',
    ['sk-', 'sess-'],
    [
      String.raw`${BEGIN}sk-(?:proj|svcacct|admin|None)-${DRAWN}[\w-]{20,}`,
      `${BEGIN}sk-(?:or-v1-)?${DRAWN}[A-Za-z0-9]{32,}`,
      `${BEGIN}sess-${DRAWN}[A-Za-z0-9]{40}${STOP}`,
    ],
  ),
  token('langfuse-key', ['sk-lf-'], [`${BEGIN}sk-lf-${UUID_FORM}`]),
  token(
    'github-token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    [`gh[pousr]_${DRAWN}[A-Za-z0-9]{20,}`, String.raw`github_pat_${DRAWN}\w{22,}`],
  ),
  prefixed('gitlab-token', GITLAB_PREFIXES, String.raw`[\w.-]{16,}`),
  prefixed('bitbucket-token', 'ATBB ATCTT3', String.raw`[\w=-]{28,}`),
  prefixed('atlassian-token', 'ATATT3 ATSTT3', String.raw`[\w=-]{20,}`),
  prefixed('circleci-token', 'CCIPAT_ CCIPRJ_', String.raw`\w{30,}`),
  prefixed('buildkite-token', 'bkua_ bkpt_ bkct_', '[a-f0-9]{30,}'),
  prefixed('sonar-token', 'sqp_ squ_ sqa_', '[a-f0-9]{40}'),
  prefixed('sourcegraph-token', 'sgp_ slk_', String.raw`\w{40,}`),
  prefixed('snyk-token', 'snyk_uat. snyk_sat.', String.raw`[\w.-]{20,}`),
  prefixed('npm-token', 'npm_', '[A-Za-z0-9]{30,}'),
  // Our own, of `antiphon access add`.
  prefixed('antiphon-token', 'antiphon_', String.raw`[\w-]{43}`),
  token('pypi-token', ['pypi-AgE'], [String.raw`pypi-AgE[\w-]{30,}`]),
  prefixed('rubygems-key', 'rubygems_', '[a-f0-9]{48}'),
  token('crates-token', ['cio'], [`${BEGIN}cio${DRAWN}[A-Za-z0-9]{32}${STOP}`]),
  token('nuget-key', ['oy2'], [`${BEGIN}oy2${DRAWN}[a-z0-9]{43}${STOP}`]),
  prefixed('clojars-token', 'CLOJARS_', '[a-z0-9]{40,}'),
  prefixed('docker-token', 'dckr_pat_ dckr_oat_', String.raw`[\w-]{20,}`),
  token(
    'artifactory-key',
    ['AKCp', 'cmVmdGtu'],
    [`${BEGIN}AKCp${DRAWN}[A-Za-z0-9]{60,}`, `${BEGIN}cmVmdGtu[A-Za-z0-9]{50,}`],
  ),
  prefixed('huggingface-token', 'hf_ api_org_', '[A-Za-z0-9]{30,}'),
  prefixed('groq-key', 'gsk_', '[A-Za-z0-9]{30,}'),
  prefixed('xai-key', 'xai-', '[A-Za-z0-9-]{30,}'),
  prefixed('replicate-token', 'r8_', '[A-Za-z0-9]{30,}'),
  prefixed('perplexity-key', 'pplx-', '[A-Za-z0-9]{30,}'),
  prefixed('nvidia-key', 'nvapi-', String.raw`[\w-]{40,}`),
  prefixed('tavily-key', 'tvly-', '[A-Za-z0-9-]{24,}'),
  prefixed('langsmith-key', 'lsv2_pt_ lsv2_sk_', String.raw`\w{30,}`),
  prefixed('pinecone-key', 'pcsk_', String.raw`\w{40,}`),
  prefixed('cerebras-key', 'csk-', '[a-z0-9]{40,}'),
  prefixed('fireworks-key', 'fw_', `[A-Za-z0-9]{22,24}${STOP}`),
  prefixed('firecrawl-key', 'fc-', `[a-f0-9]{32}${STOP}`),
  prefixed('elevenlabs-key', 'sk_', `[a-f0-9]{48}${STOP}`),
  prefixed('jina-key', 'jina_', String.raw`[\w-]{50,}`),
  prefixed('apify-token', 'apify_api_', '[A-Za-z0-9]{30,}'),
  prefixed('e2b-key', 'e2b_', '[a-f0-9]{40}'),
  prefixed('wandb-key', 'wandb_v1_', String.raw`\w{40,}`),
  prefixed('voyage-key', 'pa-', String.raw`[\w-]{43}${STOP}`),
]
