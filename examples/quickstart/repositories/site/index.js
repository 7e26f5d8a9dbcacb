'use strict';
const pulumi = require('@pulumi/pulumi');

/** Stands in for a page on some host, so that this example needs no cloud account. */
const pages = {
  async create(inputs) {
    return {
      id: `page-${inputs.path.replaceAll('/', '-')}`,
      outs: { ...inputs, bytes: Buffer.byteLength(inputs.html) },
    };
  },
  async update(id, olds, news) {
    return { outs: { ...news, bytes: Buffer.byteLength(news.html) } };
  },
};

class Page extends pulumi.dynamic.Resource {
  constructor(name, args, options) {
    super(pages, name, { bytes: undefined, ...args }, options);
  }
}

// Change this text, start the engine again, and watch the next update.
const greeting = new pulumi.Config().get('greeting') ?? 'Hello from a git repository';

const index = new Page('index', { path: '/index.html', html: `<h1>${greeting}</h1>` });

exports.greeting = greeting;
exports.path = index.path;
exports.bytes = index.bytes;
