/** Files of tests that are asked of Node alone, each with its row in `deploy/cloudflare/differences.md`. */
export const NODE_ONLY: Record<string, string> = {
  'test/edge-api/audits.test.ts': 'folder',
  'test/edge-api/connections.test.ts': 'connections',
  'test/edge-api/fairness.test.ts': 'turns',
  'test/edge-api/logs.test.ts': 'log',
  'test/edge-api/own-axioms.test.ts': 'own axioms',
}
