/** Projects run from fast to slow; `npm run test:unit` takes seconds. */
const transform = {
  '^.+\\.ts$': [
    '@swc/jest',
    { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' }, sourceMaps: 'inline' },
  ],
};
const project = (name, extra = {}) => ({
  displayName: name,
  rootDir: __dirname,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  testEnvironment: 'node',
  transform,
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  ...extra,
});
const server = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/long-timeout.ts'],
};

module.exports = {
  maxWorkers: 2,
  projects: [
    project('unit'),
    project('replay', { setupFilesAfterEnv: ['<rootDir>/test/support/long-timeout.ts'] }),
    project('temporal', server),
    project('e2e', server),
  ],
};
