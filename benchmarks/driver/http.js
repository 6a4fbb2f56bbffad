'use strict';
// POST a JSON body, get a JSON body.
const http = require('http');

const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

function post(url, body, headers = {}, again = true) {
  return new Promise((resolve, reject) => {
    const data = JSON.stringify(body);
    const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) };
    const request = http.request(url, { agent, method: 'POST', headers: { ...length, ...headers } }, (response) => {
      let text = '';
      response.on('data', (chunk) => { text += chunk; });
      response.on('end', () => {
        if (response.statusCode < 300) resolve(JSON.parse(text));
        else reject(new Error(`${url}: ${response.statusCode} ${text.slice(0, 200)}`));
      });
    });
    request.on('error', (error) => { // the server may have closed an idle connection meanwhile
      if (again && request.reusedSocket && error.code === 'ECONNRESET') post(url, body, headers, false).then(resolve, reject);
      else reject(error);
    });
    request.end(data);
  });
}

module.exports = { post };
