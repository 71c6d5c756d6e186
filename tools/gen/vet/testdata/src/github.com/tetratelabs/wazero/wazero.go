package wazero
