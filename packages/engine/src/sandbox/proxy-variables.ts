/** Variables by which programs inside find the proxy at a port of their own machine. */
export function toProxyVariables(port: number): Readonly<Record<string, string>> {
  const address = `http://127.0.0.1:${port}`
  return {
    ...Object.fromEntries(NAMES.map(name => [name, address])),
    NO_PROXY: 'localhost,127.0.0.1,::1',
    no_proxy: 'localhost,127.0.0.1,::1',
    NODE_USE_ENV_PROXY: '1',
  }
}

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY', 'all_proxy']
