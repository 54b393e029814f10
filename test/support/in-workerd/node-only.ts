/** Files of tests that are asked of Node alone, each with its row in `deploy/cloudflare/differences.md`. */
export const NODE_ONLY: Record<string, string> = {
  'test/doors/aborted-uploads.test.ts': 'log',
  'test/doors/hosts.test.ts': 'host names',
  'test/doors/probes.test.ts': 'stopping',
  'test/doors/stopping.test.ts': 'stopping',
  'test/edge-api/audits.test.ts': 'folder',
  'test/edge-api/connections.test.ts': 'connections',
  'test/edge-api/fairness.test.ts': 'turns',
  'test/edge-api/logs.test.ts': 'log',
  'test/edge-api/own-axioms.test.ts': 'own axioms',
  'test/local-api/kept-replies.test.ts': 'folder',
  'test/local-api/reliability.test.ts': 'folder',
  'test/local-api/resume.test.ts': 'folder',
  'test/local-api/retention.test.ts': 'folder',
  'test/local-api/staged-resume.test.ts': 'folder',
}
