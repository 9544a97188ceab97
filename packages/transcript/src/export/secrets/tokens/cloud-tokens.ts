import { BEGIN, DRAWN, prefixed, STOP, type TokenKind, token, UUID_FORM } from './token-kind.ts'

/** Clouds, hosts, and what keeps their secrets. Lengths are lower bounds: a token that a tool cut off is still one. */
export const CLOUD_TOKENS: readonly TokenKind[] = [
  token(
    'aws-secret-key',
    ['AKIA', 'ASIA'],
    // The secret half stands beside the public one, with its name or a line between them.
    [
      String.raw`(?<![A-Za-z0-9/+=_-])(?=[A-Za-z/+]{0,39}[0-9])(?=[^A-Z\s]{0,39}[A-Z])(?=[^a-z\s]{0,39}[a-z])(?=[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-]))(?<=(?:AKIA|ASIA)[A-Z0-9]{16}[^A-Za-z0-9/+=][\s\S]{0,80})[A-Za-z0-9/+]{40}`,
    ],
  ),
  token(
    'aws-access-key',
    ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    [`${BEGIN}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}${STOP}`],
  ),
  token(
    'aws-session-token',
    ['IQoJb3JpZ2lu', 'FwoGZXIvYXdz', 'AQoDYXdz', 'FQoGZXIvYXdz'],
    [`${BEGIN}(?:IQoJb3JpZ2lu|F[wQ]oGZXIvYXdz|AQoDYXdz)[A-Za-z0-9+/]{40,}={0,2}`],
  ),
  token(
    'aws-bedrock-key',
    ['ABSK', 'bedrock-api-key-'],
    [`${BEGIN}ABSK${DRAWN}[A-Za-z0-9+/]{80,}={0,2}`, `bedrock-api-key-[A-Za-z0-9+/=_-]{40,}`],
  ),
  token('amazon-mws-token', ['amzn.mws.'], [String.raw`amzn\.mws\.${UUID_FORM}`]),
  token(
    'google-key',
    ['AIza', 'ya29.', 'GOCSPX-', '1//0'],
    [
      String.raw`${BEGIN}AIza[\w-]{30,}`,
      String.raw`${BEGIN}ya29\.[\w.-]{20,}`,
      String.raw`GOCSPX-[\w-]{20,}`,
      String.raw`(?<![\w/:-])1//0${DRAWN}[\w-]{30,}`,
    ],
  ),
  token(
    'azure-key',
    ['AccountKey=', 'SharedAccessKey=', 'Q~', 'AZDO', 'JQQJ9', '+ASt', 'AzCa', 'AzSe', '+ACR'],
    [
      '(?<=(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{20,}={0,2}',
      String.raw`(?<![\w~.-])[\w~.]{3}[0-9]Q~[\w~.-]{31,37}(?![\w~.-])`,
      `${BEGIN}[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}${STOP}`,
      `${BEGIN}[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{24,40}${STOP}`,
      '(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{30,80}(?:\\+ASt|\\+ACR|AzCa|AzSe)[A-Za-z0-9+/]{4,10}={0,2}(?![A-Za-z0-9+/])',
    ],
  ),
  prefixed('digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', '[a-f0-9]{30,}'),
  prefixed('heroku-key', 'HRKU-', String.raw`[\w-]{20,}`),
  prefixed('fly-token', 'fm1a_ fm1r_ fm2_ fo1_', '[A-Za-z0-9+/_-]{30,}={0,2}'),
  prefixed('vercel-token', 'vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_', String.raw`\w{24,}`),
  prefixed('netlify-token', 'nfp_ nfc_ nfo_ nfb_ nfu_', '[A-Za-z0-9]{30,}'),
  token(
    'cloudflare-token',
    ['v1.0-', 'cfut_', 'cfat_', 'cfk_'],
    [
      String.raw`${BEGIN}v1\.0-[a-f0-9]{24}-[a-f0-9]{60,}`,
      `${BEGIN}(?:cfut_|cfat_|cfk_)${DRAWN}[A-Za-z0-9_-]{30,}`,
    ],
  ),
  prefixed('render-key', 'rnd_', '[A-Za-z0-9]{20,}'),
  prefixed('supabase-key', 'sbp_ sb_secret_', String.raw`[\w-]{20,}`),
  prefixed('planetscale-token', 'pscale_tkn_ pscale_pw_ pscale_oauth_', String.raw`[\w.=-]{30,}`),
  prefixed('neon-key', 'napi_', '[A-Za-z0-9]{30,}'),
  prefixed('scaleway-key', 'SCW', `[A-Z0-9]{17}${STOP}`),
  token('alibaba-key', ['LTAI'], [`${BEGIN}LTAI${DRAWN}[A-Za-z0-9]{12,26}${STOP}`]),
  token('tencent-key', ['AKID'], [`${BEGIN}AKID${DRAWN}[A-Za-z0-9]{16,40}${STOP}`]),
  token(
    'yandex-key',
    ['AQVN', 't1.9eu'],
    [
      String.raw`${BEGIN}AQVN${DRAWN}[\w-]{35,40}${STOP}`,
      String.raw`${BEGIN}t1\.9eu[\w-]{20,}={0,2}\.[\w-]{60,}={0,2}`,
    ],
  ),
  prefixed('vault-token', 'hvs. hvb. hvr.', String.raw`[\w=-]{20,}`),
  token(
    'vault-token',
    ['s.', 'b.'],
    [String.raw`(?<![\w.-])[sb]\.(?=[a-z]{0,24}[A-Z])(?=[A-Za-z]{0,24}[0-9])[A-Za-z0-9]{24}(?![\w.(-])`],
  ),
  token('terraform-token', ['.atlasv1.'], [String.raw`${BEGIN}[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}`]),
  prefixed('pulumi-token', 'pul-', '[a-f0-9]{40}'),
  token(
    'doppler-token',
    ['dp.'],
    [String.raw`${BEGIN}dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{2,35}\.)?${DRAWN}[A-Za-z0-9]{30,}`],
  ),
  token(
    'onepassword-token',
    ['ops_eyJ', 'A3-'],
    [
      String.raw`${BEGIN}ops_eyJ[\w=/+-]{60,}`,
      `${BEGIN}A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}`,
    ],
  ),
  prefixed('databricks-token', 'dapi dkea', `[a-f0-9]{32}(?:-[0-9]{1,2})?${STOP}`),
  prefixed('tailscale-key', 'tskey-', String.raw`[\w-]{20,}`),
  prefixed('mongodb-key', 'mdb_sa_sk_', String.raw`[\w-]{20,}`),
  prefixed('openshift-token', 'sha256~', String.raw`[\w-]{40,}`),
  prefixed('octopus-key', 'API-', `[A-Z0-9]{25,32}${STOP}`),
  prefixed('deno-token', 'ddp_ ddw_', '[A-Za-z0-9]{36}'),
]
